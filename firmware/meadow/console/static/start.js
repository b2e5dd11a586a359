// The start page: links that not every table has are shown where the table names them.

const answer = await fetch("/pages").catch(() => null);
const { pages = [] } = (await answer?.json().catch(() => null)) ?? {};
for (const link of document.querySelectorAll("li[hidden] a")) {
  link.parentElement.hidden = !pages.includes(link.pathname);
}
