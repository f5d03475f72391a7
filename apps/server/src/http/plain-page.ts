/** A page of one sentence that needs no script and no style of ours. Takes trusted text only. */
export function plainPage(title: string, sentence: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Fieldhouse</title>
<h1>${title}</h1>
<p>${sentence}</p>
<p><a href="/">Back to Fieldhouse</a></p>
</html>
`
}
