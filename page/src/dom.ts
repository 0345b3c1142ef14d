// SPDX-License-Identifier: BSL-1.0
// Creation of elements. Strings always become text nodes, so that no input can become markup.

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((e: never) => void) | undefined>;

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as unknown as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const c of children)
    if (c !== null && c !== undefined && c !== false) element.append(c instanceof Node ? c : String(c));
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The chart with its current colours. */
export function standalone(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const from = chart.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of [
      "fill",
      "stroke",
      "stroke-width",
      "opacity",
      "font-size",
      "font-family",
      "text-anchor",
      "stroke-dasharray",
    ])
      (element as SVGElement).style.setProperty(name, style.getPropertyValue(name));
    element.removeAttribute("tabindex");
  });
  copy.style.background = getComputedStyle(document.documentElement).getPropertyValue("--card");
  copy.setAttribute("xmlns", SVG);
  const box = chart.viewBox.baseVal;
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  return new XMLSerializer().serializeToString(copy);
}

export function exportSvg(chart: SVGSVGElement, name: string): void {
  download(`${name}.svg`, "image/svg+xml", standalone(chart));
}
export function exportPng(chart: SVGSVGElement, name: string): void {
  const box = chart.viewBox.baseVal;
  const image = new Image();
  const url = URL.createObjectURL(new Blob([standalone(chart)], { type: "image/svg+xml" }));
  image.onload = () => {
    const canvas = h("canvas", { width: box.width * 2, height: box.height * 2 });
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(url);
    canvas.toBlob((b) => b && download(`${name}.png`, "image/png", b), "image/png");
  };
  image.src = url;
}

export function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, "_").slice(0, 60) || "tali";
}
