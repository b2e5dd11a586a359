// Small helpers to build what a page shows: elements from text alone, never from markup.

// An element: `el("li.own", {title: "x"}, "text", child)`. Texts are texts, whatever is in them.
export function el(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const one of rest) {
    if (one === null || one === undefined || one === false) continue;
    if (typeof one === "object" && !(one instanceof Node)) {
      for (const [key, value] of Object.entries(one)) {
        if (typeof value === "function") element.addEventListener(key, value);
        else if (value === true) element.setAttribute(key, "");
        else if (value !== false && value !== null) element.setAttribute(key, value);
      }
    } else {
      element.append(one);
    }
  }
  return element;
}

// Put these in place of what a parent shows, only where something differs, so that focus and what
// is typed stay. What is shown has no listeners of its own: pages listen at their root.
export function show(parent, ...children) {
  const next = children.flat(2).filter((one) => one !== null && one !== undefined && one !== false);
  next.forEach((child, index) => {
    const node = child instanceof Node ? child : document.createTextNode(child);
    const old = parent.childNodes[index];
    if (!old) parent.append(node);
    else if (!old.isEqualNode(node)) merge(old, node);
  });
  while (parent.childNodes.length > next.length) parent.lastChild.remove();
}

// Make an old node equal to a new one, from the outside in.
function merge(old, next) {
  const alike = old.nodeName === next.nodeName && old.nodeType === Node.ELEMENT_NODE &&
    old.namespaceURI === next.namespaceURI;
  if (!alike) {
    old.replaceWith(next);
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  show(old, [...next.childNodes]);
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function clockText(ms) {
  const tenths = Math.ceil(Math.max(0, ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : `${seconds}.${tenths % 10}`;
}
