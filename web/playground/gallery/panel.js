export function mountGallery(place) {}
