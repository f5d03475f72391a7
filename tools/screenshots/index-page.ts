import { SIZES, screenshotName, THEMES } from './take-screenshots.ts'

const STYLE = `body{font:16px/1.4 system-ui;margin:2rem;background:#eee;color:#222}
h2{margin:2rem 0 .5rem}figure{display:inline-block;margin:0 1rem 1rem 0;vertical-align:top}
img{height:20rem;max-width:30rem;object-fit:cover;object-position:top;border:1px solid #bbb;background:#fff}
figcaption{font-size:.875rem}nav a{margin-right:1rem}`

/** Renders a page that shows all screenshots by scene. */
export function renderIndexPage(scenes: readonly { screen: string; state: string }[]) {
  const sections = scenes.map((scene) => {
    const figures = THEMES.flatMap((theme) =>
      SIZES.map(({ width }) => {
        const name = screenshotName(scene, theme, width)
        const caption = `${theme}, ${width} px`
        return `<figure><a href="${name}"><img loading="lazy" src="${name}" alt="${scene.screen}, ${scene.state}, ${caption}"></a><figcaption>${caption}</figcaption></figure>`
      }),
    )
    return `<h2>${scene.screen}: ${scene.state}</h2>${figures.join('')}`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>${STYLE}</style>
<h1>Screenshots: ${scenes.length} states, ${THEMES.length} themes, ${SIZES.length} sizes</h1>${sections.join('\n')}</html>`
}
