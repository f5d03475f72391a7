import { join } from 'node:path'
import { stylesFor } from '@fieldhouse/contract/page'
import { createServer, type Plugin } from 'vite'
import { styleSheet } from './style-rules.ts'

type Prerendered = { renderFirstScreens: () => string }

const PLACEHOLDER = '<div id="root"></div>'
/** One or, if the entry has nothing of its own, those that it imports. */
const ENTRY_SCRIPTS = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/g
const PRELOADS = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g
const STYLES = /<link rel="stylesheet" crossorigin href="[^"]+">\s*/g

/**
 * Makes the first paint independent of scripts and of further requests: the document contains the first screens and
 * the styles that they need. The others and the script follow once they are painted. The fonts stay in the document:
 * if they were declared again with all styles, the whole page would be laid out again.
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
        if (scripts.length === 0 || !html.includes(PLACEHOLDER))
          return this.error('index.html has no script or no root element.')
        const root = await renderRoot()
        const { file, rules, fonts, removeFonts } = styleSheet(bundle)
        removeFonts()
        document.source = html
          .replace(ENTRY_SCRIPTS, '')
          .replace(PRELOADS, '')
          .replace(STYLES, '')
          .replace('</head>', () => `  <style data-fonts>${fonts}</style>\n  </head>`)
          .replace('</head>', () => `  <style>${stylesFor(rules, root)}</style>\n  </head>`)
          .replace(PLACEHOLDER, () => root)
          .replace('</body>', () => `  <script>${startScript(scripts, `/${file}`)}</script>\n  </body>`)
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

/**
 * Requests all styles and the scripts. After the first paint, the styles replace those of the document, and the app
 * starts when they are there or cannot be read. Applied earlier, they would delay the paint on later visits, which have
 * them at once. Links in the document itself would delay it, too: browsers request them before the font. A page in the
 * background is not painted.
 * @param scripts the entry and what it imports
 */
function startScript(scripts: readonly string[], styleSheet: string): string {
  return `{
      const scripts = ${JSON.stringify(scripts)}
      const href = '${styleSheet}'
      const addLink = (properties) =>
        document.head.appendChild(Object.assign(document.createElement('link'), properties))
      addLink({ rel: 'preload', as: 'style', href })
      for (const each of scripts) addLink({ rel: 'modulepreload', crossOrigin: '', href: each })
      const start = () => scripts.forEach((each) => import(each))
      let isPainted = false
      const applyStyles = () => {
        if (isPainted) return
        isPainted = true
        dispatchEvent(new Event('painted'))
        const onload = () => {
          document.querySelector('style:not([data-fonts])')?.remove()
          start()
        }
        addLink({ rel: 'stylesheet', href, onload, onerror: start })
      }
      requestAnimationFrame(() => setTimeout(applyStyles))
      setTimeout(applyStyles, 1000)
    }`
}
