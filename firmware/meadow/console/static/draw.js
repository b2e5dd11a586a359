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

// Put these in place of what a parent shows, only where something differs: whoever uses one of them
// keeps it, with focus, pick and fold. What is shown has no listeners of its own: pages listen at
// their root. An element with `data-key` is that of the same key alone, the others are those of the
// same name in turn; so what may come and go before one like it, or has a meaning, bears a key.
export function show(parent, ...children) {
  const next = children.flat(3).filter((one) => !isNothing(one)).map(asNode);
  const kept = paired([...parent.childNodes], next);
  const stays = new Set(kept.values());
  for (const old of [...parent.childNodes]) {
    if (!stays.has(old)) old.remove();
  }
  next.forEach((node, index) => {
    const old = kept.get(node);
    place(parent, old ?? node, index);
    if (old && (!old.isEqualNode(node) || hasFields(old))) merge(old, node);
  });
}

function asNode(one) {
  return one instanceof Node ? one : document.createTextNode(one);
}

// Which node that is shown becomes which of the next ones.
function paired(olds, next) {
  const waiting = new Map();
  for (const old of olds) waiting.set(likeness(old), [...(waiting.get(likeness(old)) ?? []), old]);
  return new Map(next.map((node) => [node, waiting.get(likeness(node))?.shift()]).filter(([, old]) => old));
}

function likeness(node) {
  const key = node.dataset?.key;
  return `${node.namespaceURI ?? ""} ${node.nodeName} ${key === undefined ? "" : `key ${key}`}`;
}

// An element that is moved loses the focus and shuts its list: then the others make way.
function place(parent, node, index) {
  const there = parent.childNodes[index] ?? null;
  if (there === node) return;
  if (!node.contains(document.activeElement)) parent.insertBefore(node, there);
  else while (parent.childNodes[index] !== node) parent.append(parent.childNodes[index]);
}

// Make an old node equal to a new one that is alike, from the outside in.
function merge(old, next) {
  if (old.nodeType === Node.TEXT_NODE) {
    old.data = next.data;
    return;
  }
  if (isHeld(old)) {
    late.add(old);
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !isOwn(old, name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.nodeName === "SELECT") offer(old, next);
  else if (old.nodeName === "INPUT") fill(old, next);
  else show(old, ...next.childNodes);
}

// What somebody opened stays open.
function isOwn(element, name) {
  return name === "open" && element.nodeName === "DETAILS";
}

function hasFields(node) {
  return node.nodeType === Node.ELEMENT_NODE &&
    (node.matches("input, select") || node.querySelector("input, select") !== null);
}

// ------------------------------------------------------------------------------- fields

function fill(field, next) {
  if (field.type === "checkbox") field.checked = next.checked;
  else if (field.value !== next.value) field.value = next.value;
}

// A list shows what the table says; what is picked in one with `data-free` belongs to who picks. If
// it is offered no more it stays, and says so (`data-gone`): nothing else takes its place unseen. The
// only choice there is nobody has picked.
function offer(field, next) {
  const picked = field.hasAttribute("data-free") ? pickOf(field) : null;
  const options = [...next.options];
  if (picked && options.every((one) => one.value !== picked.value)) options.push(gone(picked));
  const { value } = picked ?? next;
  const before = field.value;
  show(field, ...options);
  if (field.value !== value) field.value = value;
  if (value && value !== before) fresh.set(field, performance.now());
}

const picks = new WeakMap(); // what somebody picked
const fresh = new WeakMap(); // when the table last changed what is shown to be picked
const FRESH_MS = 700; // nobody has seen and meant it sooner

function pickOf(field) {
  const { value, options, selectedOptions } = field;
  if (value && options.length > 1) picks.set(field, value);
  return value && picks.get(field) === value ? selectedOptions[0] : null;
}

export function isFresh(field) {
  return performance.now() - (fresh.get(field) ?? -FRESH_MS) < FRESH_MS;
}

function gone(option) {
  const { key, gone: said } = option.dataset;
  const text = said ?? option.textContent;
  return el("option", { value: option.value, "data-key": key, "data-gone": text }, `${text}: no longer there`);
}

const held = new WeakSet();
const late = new Set(); // fields that were in use when the table said otherwise
const TELLS_OPEN = CSS.supports("selector(select:open)");

// A field is left alone while somebody types in it, draws it or has its list open, and until what
// it has sent is answered.
function isHeld(field) {
  if (held.has(field)) return true;
  if (field.nodeName === "SELECT") return TELLS_OPEN ? field.matches(":open") : field === document.activeElement;
  if (field.nodeName !== "INPUT" || field.type === "checkbox") return false;
  return field === document.activeElement && (field.type !== "range" || field.matches(":active"));
}

// Whether a field is free again that was in use when its page was drawn: draw it once more.
export function isLate() {
  const free = [...late].filter((field) => !field.isConnected || !isHeld(field));
  for (const field of free) late.delete(field);
  return free.length > 0;
}

// Leave a field as it is until the promise is through.
export async function hold(field, promise) {
  held.add(field);
  late.add(field);
  try {
    return await promise;
  } finally {
    held.delete(field);
  }
}
