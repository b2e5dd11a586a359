// The start page: links that not every table has are shown where the table answers for them.

for (const link of document.querySelectorAll("li[hidden] a")) {
  const answer = await fetch(link.href, { method: "HEAD" }).catch(() => null);
  link.parentElement.hidden = !answer?.ok;
}
