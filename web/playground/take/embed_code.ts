// What shows a result on another page: a frame, and a script that makes it as tall as embed.ts says.
import { escapeMarkup } from './svg.ts';

export const embedCode = (
  url: string,
  title: string,
) => `<iframe src="${escapeMarkup(url)}" title="${escapeMarkup(title)}" width="100%" height="400" style="border: 0"></iframe>
<script>
  addEventListener('message', ({ data, source }) => {
    if (data?.microtome !== 'height') return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.height = data.height;
  });
</script>
`;
