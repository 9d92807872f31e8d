// The built-in pictures, drawn in code. To add one, add a function and a row to DRAWN.

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
type Draw = (context: Context, width: number, height: number) => void;

export const DRAWN: readonly { name: string; width: number; height: number; draw: Draw }[] = [
  { name: 'Evening', width: 1280, height: 720, draw: drawEvening },
  { name: 'Rings', width: 1024, height: 768, draw: drawRings },
];

/** Hills from back to front: height, depth, wave length, phase, colour. */
const HILLS: [number, number, number, number, string][] = [
  [430, 46, 300, 0.4, '#b3567a'],
  [500, 58, 230, 2.2, '#7a3b6f'],
  [575, 44, 180, 4.0, '#46295a'],
  [650, 34, 130, 1.1, '#1f1838'],
];

/** Transparent in the upper left corner, so that alpha has something to show. */
function drawEvening(context: Context, width: number, height: number) {
  fillDown(context, width, height, ['#1c4e80', '#5aa9c9', '#f6c177', '#e2725b']);
  for (let ring = 0; ring < 5; ++ring) {
    disc(context, 900, 300, 190 - 30 * ring, ring === 4 ? '#fff3c4' : 'rgb(255 226 150 / 22%)');
  }
  for (const [level, depth, wave, phase, colour] of HILLS) {
    const ridge = Array.from({ length: width / 4 + 1 }, (_, i) => {
      const bent = Math.sin((4 * i) / wave + phase) + 0.3 * Math.sin((10.8 * i) / wave + 2 * phase);
      return [4 * i, level - depth * bent];
    });
    shape(context, colour, [[0, height], ...ridge, [width, height]]);
  }
  const fade = context.createRadialGradient(0, 0, 60, 0, 0, 560);
  fade.addColorStop(0, 'rgb(0 0 0 / 90%)');
  fade.addColorStop(1, 'rgb(0 0 0 / 0%)');
  context.globalCompositeOperation = 'destination-out';
  context.fillStyle = fade;
  context.fillRect(0, 0, width, height);
}

/** The growth rings of a tree, as a microtome shows them. */
function drawRings(context: Context, width: number, height: number) {
  fillDown(context, width, height, ['#f3e3c7', '#e7cfa6']);
  const colours = ['#8a5a2b', '#c98f4e', '#a56a34', '#d9a866', '#b97c3f'];
  for (let ring = 0; ring < 46; ++ring) {
    const radius = Math.max(4, 620 - ring * (11 + 2.6 * Math.sin(ring * 1.7)));
    const outline = Array.from({ length: 240 }, (_, i) => {
      const angle = (i / 120) * Math.PI;
      const bent = 1 + 0.05 * Math.sin(3 * angle + 0.4) + 0.018 * Math.sin(7 * angle + ring * 0.35);
      const [across, down] = [radius * bent * Math.cos(angle), 0.82 * radius * bent * Math.sin(angle)];
      return [width * 0.46 + across, height * 0.54 + down];
    });
    shape(context, colours[ring % colours.length], outline);
  }
}

/** From the top down. */
function fillDown(context: Context, width: number, height: number, colours: readonly string[]) {
  const gradient = context.createLinearGradient(0, 0, 0, height);
  for (const [i, colour] of colours.entries()) gradient.addColorStop(i / (colours.length - 1), colour);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}

function shape(context: Context, colour: string, points: readonly number[][]) {
  context.fillStyle = colour;
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.fill();
}

function disc(context: Context, x: number, y: number, radius: number, colour: string) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
