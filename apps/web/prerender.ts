import { join } from 'node:path'
import { createServer, type Plugin, type Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Prerendered = { renderFirstScreens: () => string }

const PLACEHOLDER = '<div id="root"></div>'
/** One or, if the entry has nothing of its own, those that it imports. */
const ENTRY_SCRIPTS = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/g
const PRELOADS = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g
const STYLES = /<link rel="stylesheet" crossorigin href="([^"]+)">/g
/** Its styles are needed before its script has arrived. */
const FIRST_SCREEN_MODULE = 'src/app/screens/signed-out.tsx'

/**
 * Makes the first paint independent of scripts and of further requests: the document contains the first screens and
 * their styles, and evaluates the script once they are painted.
 */
export function prerenderFirstScreens(): Plugin {
  return {
    name: 'prerender-first-screens',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const document = bundle['index.html']
        if (document?.type !== 'asset') return this.error('The build has no index.html.')
        const html = String(document.source)
        const scripts = [ENTRY_SCRIPTS, PRELOADS].flatMap((each) =>
          [...html.matchAll(each)].map(([, href = '']) => href),
        )
        const styles = [...html.matchAll(STYLES)].map(([, href = '']) => href)
        if (scripts.length === 0 || styles.length === 0 || !html.includes(PLACEHOLDER))
          return this.error('index.html has no script, styles or root element.')
        const root = await renderRoot()
        document.source = html
          .replace(ENTRY_SCRIPTS, '')
          .replace(PRELOADS, '')
          // Other screens would load a style sheet to which there is no link.
          .replace(STYLES, '<link rel="stylesheet" crossorigin href="$1" disabled>')
          .replace('</head>', () => `  <style>${stylesOf(bundle, styles)}</style>\n  </head>`)
          .replace(PLACEHOLDER, () => root)
          .replace('</body>', () => `  <script>${startScript(scripts)}</script>\n  </body>`)
        return undefined
      },
    },
  }
}

async function renderRoot(): Promise<string> {
  const root = import.meta.dirname
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    mode: 'production',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  // Most browsers have passkeys, so the login screen has a button for them.
  Object.assign(globalThis, { PublicKeyCredential: () => undefined })
  try {
    const module = await server.ssrLoadModule(join(root, 'src/app/prerendered.tsx'))
    return `<div id="root">${(module as Prerendered).renderFirstScreens()}</div>`
  } finally {
    await server.close()
  }
}

/** The styles of the page and of the first screen, in the order in which they are loaded. */
function stylesOf(bundle: Bundle, entryStyles: readonly string[]): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(FIRST_SCREEN_MODULE)))
  if (first === undefined) throw new Error(`The build has no chunk for ${FIRST_SCREEN_MODULE}.`)
  const names = new Set([first.fileName])
  for (const name of names)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      names.add(imported)
  const styles = chunks
    .filter(({ fileName, isEntry }) => names.has(fileName) && !isEntry)
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...new Set([...entryStyles.map((href) => href.slice(1)), ...styles])]
    .map((name) => {
      const file = bundle[name]
      if (file?.type !== 'asset') throw new Error(`The build has no file ${name}.`)
      return String(file.source).trim()
    })
    .join('')
}

/**
 * Requests the scripts, and starts the app after the first paint. A page in the background is not painted. Links in
 * the document itself would delay the paint: browsers request them before the font.
 * @param scripts the entry and what it imports
 */
function startScript(scripts: readonly string[]): string {
  return `{
      const scripts = ${JSON.stringify(scripts)}
      for (const href of scripts) {
        const link = document.createElement('link')
        document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }))
      }
      let isStarted = false
      const start = () => {
        if (!isStarted) for (const href of scripts) import(href)
        isStarted = true
      }
      requestAnimationFrame(() => setTimeout(start))
      setTimeout(start, 300)
    }`
}
