/** A minimal HTML page without scripts and styles. The arguments are not escaped: pass trusted text only. */
export function plainPage(title: string, message: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Fieldhouse</title>
<h1>${title}</h1>
<p>${message}</p>
<p><a href="/">Back to Fieldhouse</a></p>
</html>
`
}
