/** Paints an SVG of the page on a canvas, shape by shape: the page's security policy forbids pictures made from text. */

const SHAPES = "polygon, polyline, line, circle, ellipse, rect, path, text";
const FINE = 100; // canvases cannot set type smaller than a pixel, boards do

const number = (shape: Element, name: string): number => Number(shape.getAttribute(name) ?? 0);

function pathOf(shape: SVGElement): Path2D {
  const path = new Path2D();
  const at = (name: string): number => number(shape, name);
  switch (shape.tagName) {
    case "path":
      return new Path2D(shape.getAttribute("d") ?? "");
    case "line":
      path.moveTo(at("x1"), at("y1"));
      path.lineTo(at("x2"), at("y2"));
      return path;
    case "circle":
      path.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
      return path;
    case "ellipse":
      path.ellipse(at("cx"), at("cy"), at("rx"), at("ry"), 0, 0, 2 * Math.PI);
      return path;
    case "rect":
      path.roundRect(at("x"), at("y"), at("width"), at("height"), at("rx"));
      return path;
    default: {
      const points = (shape.getAttribute("points") ?? "")
        .trim()
        .split(/\s+/)
        .map((point) => point.split(",").map(Number));
      for (const [x, y] of points) path.lineTo(x!, y!);
      if (shape.tagName === "polygon") path.closePath();
      return path;
    }
  }
}

/** How opaque a shape is, with the groups around it. */
function opacityOf(shape: Element, root: Element): number {
  const own = Number(getComputedStyle(shape).opacity);
  return shape === root || !shape.parentElement ? own : own * opacityOf(shape.parentElement, root);
}

function write(to: CanvasRenderingContext2D, shape: SVGElement, style: CSSStyleDeclaration): void {
  to.scale(1 / FINE, 1 / FINE);
  to.font = `${style.fontWeight} ${parseFloat(style.fontSize) * FINE}px ${style.fontFamily}`;
  to.textAlign = style.textAnchor === "middle" ? "center" : "left";
  to.fillText(shape.textContent ?? "", number(shape, "x") * FINE, (number(shape, "y") + number(shape, "dy")) * FINE);
}

function draw(to: CanvasRenderingContext2D, shape: SVGElement, style: CSSStyleDeclaration): void {
  const path = pathOf(shape);
  if (style.fill !== "none" && shape.tagName !== "line") to.fill(path, style.fillRule as CanvasFillRule);
  if (style.stroke === "none") return;
  to.strokeStyle = style.stroke;
  to.lineWidth = parseFloat(style.strokeWidth);
  to.lineCap = style.strokeLinecap as CanvasLineCap;
  to.lineJoin = style.strokeLinejoin as CanvasLineJoin;
  to.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[\s,]+/).map(parseFloat));
  to.stroke(path);
}

/** `svg` must be laid out on the page; it fills a box of this width from x, y on. */
export function paint(to: CanvasRenderingContext2D, svg: SVGSVGElement, x: number, y: number, width: number): void {
  const zoom = width / svg.getBoundingClientRect().width;
  for (const shape of svg.querySelectorAll<SVGGraphicsElement>(SHAPES)) {
    const style = getComputedStyle(shape);
    const matrix = shape.getCTM();
    if (!matrix) continue;
    to.save();
    to.translate(x, y);
    to.scale(zoom, zoom);
    to.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
    to.globalAlpha = opacityOf(shape, svg);
    to.fillStyle = style.fill === "none" ? "transparent" : style.fill;
    if (shape.tagName === "text") write(to, shape, style);
    else draw(to, shape, style);
    to.restore();
  }
}
