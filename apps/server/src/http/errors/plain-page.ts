/** A minimal HTML page without scripts. The arguments are not escaped: pass trusted text only. */
export function plainPage(title: string, message: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Fieldhouse</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/plain-page.css">
<main>
<p class="brand"><img src="/favicon.svg" alt="" width="36" height="36"> Fieldhouse</p>
<h1>${title}</h1>
<p>${message}</p>
<p><a href="/">Back to Fieldhouse</a></p>
</main>
</html>
`
}
