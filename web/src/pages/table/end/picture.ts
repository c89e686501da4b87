/** The result as a picture of 1200 × 630, drawn on this device, for the share sheet or a download. */
import { initial } from "$lib/state/names.ts";
import { signed } from "$lib/state/sheet.ts";
import { BANDS } from "$lib/tiles/tiles.ts";
import { FACES } from "$lib/ui/faces.ts";
import { saveFile } from "$lib/ui/files.ts";
import { paint } from "./paint.ts";

export const WIDTH = 1200;
export const HEIGHT = 630;

export interface Scored {
  name: string;
  face: string | null; // a bot's colour
  seat: number;
  score: number;
}

export interface Picture {
  game: string;
  title: string; // "Ada wins with"
  score: number;
  won: boolean;
  badge: string; // if the score is the best on this device
  rivals: readonly Scored[];
  more: string; // "and 2 more"
  footnote: string; // the best possible, and the date
}

const FONT = "ui-rounded, system-ui, 'Segoe UI', Roboto, sans-serif";
const [NIGHT, CENTRE, MINT, INK] = ["#0c3529", "#14624b", "#77ffaa", "#0a2a1e"];
const LEFT = 640; // where the words begin
const ROOM = WIDTH - LEFT - 40;

function ground(to: CanvasRenderingContext2D): void {
  const glow = to.createRadialGradient(320, 300, 60, 320, 300, 800);
  glow.addColorStop(0, CENTRE);
  glow.addColorStop(1, NIGHT);
  to.fillStyle = glow;
  to.fillRect(0, 0, WIDTH, HEIGHT);
}

function hexagon(to: CanvasRenderingContext2D, x: number, y: number, side: number, turn: number): void {
  to.beginPath();
  for (let n = 0; n < 6; n++)
    to.lineTo(x + side * Math.cos(turn + (n * Math.PI) / 3), y + side * Math.sin(turn + (n * Math.PI) / 3));
  to.fill();
}

function confetti(to: CanvasRenderingContext2D): void {
  for (let n = 1; n <= 46; n++) {
    to.fillStyle = BANDS[(n % 9) + 1]!.fill;
    const y = ((n * 0.755) % 1) * HEIGHT;
    const left = y < 380 ? 1050 : 1150; // beside the words
    hexagon(to, left + ((n * 0.618 + Math.sin(7 * n) / 6 + 1) % 1) * (WIDTH - left), y, 4 + ((n * 0.57) % 1) * 5, n);
  }
}

function words(
  to: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  colour: string,
  most = ROOM,
): number {
  to.fillStyle = colour;
  let fitting = size;
  do to.font = `${weight} ${fitting}px ${FONT}`;
  while (to.measureText(text).width > most && --fitting > size / 2);
  to.fillText(text, x, y, most);
  return Math.min(most, to.measureText(text).width);
}

function pill(to: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, colour: string): void {
  to.fillStyle = colour;
  to.beginPath();
  to.roundRect(x, y, width, height, height / 2);
  to.fill();
}

const LOGO = [
  ["M16 6h32l16 26-16 26H16L0 32z", "#1d3b2f"],
  ["M26 8h12v48H26z", "#f2c230"],
  ["m8 40 44-26 5 9-44 26z", "#e0453a"],
  ["m8 24 44 26 5-9L13 15z", "#2f7fd6"],
] as const;

function head(to: CanvasRenderingContext2D, game: string): void {
  to.fillStyle = "#f5f1e8";
  to.beginPath();
  to.roundRect(LEFT, 44, 54, 54, 12);
  to.fill();
  to.save();
  to.translate(LEFT + 7, 51);
  to.scale(40 / 64, 40 / 64);
  for (const [path, colour] of LOGO) {
    to.fillStyle = colour;
    to.fill(new Path2D(path));
  }
  to.restore();
  const wide = words(to, "Tablée", LEFT + 66, 82, 30, 700, "#fff");
  words(to, game, LEFT + 66 + wide + 32, 81, 27, 600, "#c5e6d6", 330);
  to.fillStyle = "#ffffff55";
  to.fillRect(LEFT + 66 + wide + 15, 53, 2, 36);
}

function crown(to: CanvasRenderingContext2D): void {
  to.save();
  to.translate(LEFT, 126);
  to.scale(1.6, 1.6);
  Object.assign(to, { strokeStyle: MINT, lineWidth: 2.2, lineJoin: "round" });
  to.stroke(new Path2D("M4 8l4 4 4-7 4 7 4-4-2 10H6z"));
  to.restore();
}

function rivals(to: CanvasRenderingContext2D, { rivals, more }: Picture, y: number): void {
  let x = LEFT;
  for (const one of rivals) {
    to.font = `600 26px ${FONT}`;
    const name = Math.min(150, to.measureText(one.name).width);
    const score = to.measureText(` ${signed(one.score)}`).width + 6;
    if (x + 62 + name + score > WIDTH - 40) break;
    pill(to, x, y, 62 + name + score + 14, 52, "#ffffff26");
    to.fillStyle = one.face ?? FACES[one.seat % FACES.length]!;
    to.beginPath();
    to.arc(x + 27, y + 26, 19, 0, 2 * Math.PI);
    to.fill();
    Object.assign(to, { strokeStyle: "#fff", lineWidth: 2.5 });
    to.stroke();
    to.textAlign = "center";
    words(to, initial(one.name), x + 27, y + 34, 20, 800, one.face ? "#1d2320" : "#fff");
    to.textAlign = "left";
    words(to, one.name, x + 56, y + 35, 26, 500, "#fff", 150);
    words(to, signed(one.score), x + 64 + name, y + 35, 26, 800, "#fff");
    x += 62 + name + score + 28;
  }
  if (more) words(to, more, x, y + 35, 24, 500, "#c5e6d6", WIDTH - x - 30);
}

/** `art` is the finished board, or the game's illustration. */
export function drawPicture(picture: Picture, art: SVGSVGElement | null): Promise<Blob> {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const to = canvas.getContext("2d")!;
  ground(to);
  if (picture.won) confetti(to);
  if (art) paintArt(to, art);
  head(to, picture.game);
  if (picture.won) crown(to);
  words(to, picture.title, LEFT + (picture.won ? 52 : 0), 160, 38, 700, "#fff", ROOM - 52);
  words(to, signed(picture.score), LEFT - 6, 335, 190, 800, "#fff");
  if (picture.badge) {
    to.font = `700 26px ${FONT}`;
    pill(to, LEFT, 376, to.measureText(picture.badge).width + 48, 52, MINT);
    words(to, picture.badge, LEFT + 24, 411, 26, 700, INK);
  }
  rivals(to, picture, picture.badge ? 442 : 400);
  words(to, picture.footnote, LEFT, 556, 25, 500, "#c5e6d6");
  return new Promise((made, failed) =>
    canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

function paintArt(to: CanvasRenderingContext2D, art: SVGSVGElement): void {
  const box = art.getBoundingClientRect();
  const width = Math.min(540, (540 * box.width) / box.height);
  const height = (width * box.height) / box.width;
  to.save();
  to.beginPath();
  to.roundRect(310 - width / 2, 315 - height / 2, width, height, 24);
  to.clip();
  paint(to, art, 310 - width / 2, 315 - height / 2, width);
  to.restore();
}

/** To the share sheet, if this device has one for pictures, or as a download. Returns whether it was saved as a file. */
export async function share(picture: Blob, file: string, text: string): Promise<boolean> {
  const given = { files: [new File([picture], file, { type: "image/png" })], text };
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.(given)) {
    await navigator.share(given).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error; // the player changed their mind
    });
    return false;
  }
  saveFile(picture, file);
  return true;
}
