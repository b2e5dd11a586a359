// Small helpers to build what a page shows: elements from text alone, never from markup.

// An element: `el("li.own", {title: "x"}, "text", child)`. Texts are texts, whatever is in them.
// There are no `style` attributes: the table's own policy forbids them.
export function el(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const one of rest.flat(2)) {
    if (isNothing(one)) continue;
    if (typeof one === "object" && !(one instanceof Node)) setAll(element, one);
    else element.append(one);
  }
  return element;
}

function setAll(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
}

function isNothing(one) {
  return one === null || one === undefined || one === false || one === "";
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAll(element, attributes);
  element.append(...children.flat(2).filter((one) => !isNothing(one)));
  return element;
}

// Put these in place of what a parent shows, only where something differs, so that focus and what
// is typed stay. What is shown has no listeners of its own: pages listen at their root. Those with
// `data-key` keep their element while others come and go beside them.
export function show(parent, ...children) {
  const next = children.flat(3).filter((one) => !isNothing(one)).map(asNode);
  const stays = new Set(next.map(keyOf).filter(Boolean));
  next.forEach((node, index) => place(parent, node, index, stays));
  while (parent.childNodes.length > next.length) parent.lastChild.remove();
}

function asNode(one) {
  return one instanceof Node ? one : document.createTextNode(one);
}

function keyOf(node) {
  return node.dataset?.key ?? "";
}

function place(parent, node, index, stays) {
  const key = keyOf(node);
  let old = parent.childNodes[index];
  while (old && keyOf(old) && keyOf(old) !== key && !stays.has(keyOf(old))) {
    old.remove();
    old = parent.childNodes[index];
  }
  if (old && keyOf(old) !== key) {
    const kept = key && [...parent.childNodes].slice(index).find((one) => keyOf(one) === key);
    parent.insertBefore(kept || node, old);
    if (kept) merge(kept, node);
  } else if (!old) {
    parent.append(node);
  } else if (!old.isEqualNode(node) || hasFields(old)) {
    merge(old, node);
  }
}

// Make an old node equal to a new one, from the outside in.
function merge(old, next) {
  const alike = old.nodeName === next.nodeName && old.nodeType === Node.ELEMENT_NODE &&
    old.namespaceURI === next.namespaceURI;
  if (!alike) {
    if (old.nodeType === Node.TEXT_NODE && next.nodeType === Node.TEXT_NODE) old.data = next.data;
    else old.replaceWith(next);
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !isOwn(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.nodeName === "SELECT" && isHeld(old)) return;
  show(old, [...next.childNodes]);
  fill(old, next);
}

// What somebody opened stays open.
function isOwn(element, name) {
  return name === "open" && element.nodeName === "DETAILS";
}

function hasFields(node) {
  return node.nodeType === Node.ELEMENT_NODE &&
    (node.matches("input, select") || node.querySelector("input, select") !== null);
}

// A field shows what the table says, but for one that somebody types in, or whose answer is due,
// or that is free: what is picked there belongs to who picks.
function fill(field, next) {
  if (isHeld(field)) return;
  if (field.nodeName === "SELECT") {
    if (!field.hasAttribute("data-free") && field.value !== next.value) field.value = next.value;
    return;
  }
  if (field.nodeName !== "INPUT") return;
  if (field.type === "checkbox") field.checked = next.checked;
  else if (field.value !== next.value) field.value = next.value;
}

const held = new WeakSet();

function isHeld(field) {
  const isTyped = field.nodeName === "INPUT" && field.type !== "checkbox";
  return held.has(field) || (isTyped && document.activeElement === field);
}

// Leave a field as it is until the promise is through.
export async function hold(field, promise) {
  held.add(field);
  try {
    return await promise;
  } finally {
    held.delete(field);
  }
}
