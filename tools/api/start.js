// The one line of script that TypeDoc would write into every page, which the site's policy forbids.
document.documentElement.dataset.theme = localStorage.getItem('tsd-theme') ?? 'os';
