import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  PAGE_DATA_ID,
  type RenderedPage,
  STYLE_RULES_PATH,
  type StyleRule,
  stylesFor,
} from '@fieldhouse/contract/page'
import { escapeHtml } from '../mail/mail.ts'

export type RenderedDocument = {
  html: string
  /** Hashes of its inline styles, and of the inline scripts that the plain document does not have. */
  styleHashes: readonly string[]
  scriptHashes: readonly string[]
}

/**
 * Remembers the button that was tapped last, also while the document still arrives, until React has mounted it: React
 * itself would drop the click. That is found out as in its own `getNearestMountedFiber` (2 marks what is inserted,
 * 4096 what is hydrated).
 */
const TAP_SCRIPT = `const isTakenOver = (each) => {
  const key = Object.keys(each).find((name) => name.startsWith('__reactFiber$'))
  if (key === undefined) return false
  for (let part = each[key]; part && !part.alternate; part = part.return)
    if (part.flags & 4098) return false
  return true
}
let tapped = null
let tappedAt = 0
const tap = (event) => {
  const button = event.target.closest('button')
  tapped = button === null || isTakenOver(button) ? null : button
  tappedAt = performance.now()
  if (tapped !== null) event.stopImmediatePropagation()
}
const preventSubmit = (event) => {
  if (!isTakenOver(event.target)) event.preventDefault()
}
addEventListener('click', tap, true)
addEventListener('submit', preventSubmit, true)`

/**
 * Requests the scripts of the screen when its content has arrived. Until React has mounted a control, a field accepts no
 * input, because the app would not know of it. The button that was tapped is clicked as soon as it answers, or, if the
 * app has rendered the page anew, the one with the same name.
 *
 * The policy allows styles in attributes to scripts only. This sets them after the first paint; until then, rules stand
 * for them. The start script of the built document tells when. Pictures come after the scripts, or a second later if
 * those take longer.
 */
const CONTENT_SCRIPT = `{
  const request = (href) => new Promise((onload) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href, onload, onerror: onload })
    document.head.append(link)
  })
  const scripts = document.currentScript.dataset.scripts.split(' ').map(request)
  const root = document.getElementById('root')
  const list = (selector) => [...root.querySelectorAll(selector)]
  const stop = (each) => each.matches('select, [type=checkbox], [type=radio]') ? 'inert' : 'readOnly'
  let fields = list('input, select, textarea').filter((each) => !each[stop(each)])
  for (const each of fields) each[stop(each)] = true
  const prepare = () => {
    for (const each of document.querySelectorAll('[data-style]')) {
      each.style.cssText = each.dataset.style
      each.removeAttribute('data-style')
    }
    const showPictures = () => {
      for (const each of document.querySelectorAll('img[data-src]')) {
        each.src = each.dataset.src
        each.removeAttribute('data-src')
      }
    }
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout
    const second = new Promise((resolve) => setTimeout(resolve, 1000))
    Promise.race([second, Promise.all(scripts)]).then(() => whenIdle(showPictures))
    const nameOf = (button) => button.ariaLabel ?? button.textContent
    const timer = setInterval(() => {
      for (const each of fields.filter(isTakenOver)) {
        each[stop(each)] = false
        // A phone opens its keyboard when a field gets the focus.
        if (each === document.activeElement) {
          each.blur()
          each.focus()
        }
      }
      fields = fields.filter((each) => each[stop(each)] && each.isConnected)
      if (tapped !== null && !tapped.isConnected)
        tapped = list('button').find((each) => nameOf(each) === nameOf(tapped)) ?? tapped
      if (tapped !== null && isTakenOver(tapped)) {
        const button = tapped
        tapped = null
        button.click()
      }
      if (performance.now() - tappedAt > 10000) tapped = null
      if (tapped !== null || list('button, input, select, textarea').some((each) => !isTakenOver(each))) return
      clearInterval(timer)
      removeEventListener('click', tap, true)
      removeEventListener('submit', preventSubmit, true)
    }, 50)
  }
  addEventListener('painted', prepare, { once: true })
}`

/** Declarations that end where their attribute ends. The script sets all others. */
const PLAIN_STYLE = /^(?:[\w\s#%.,:;-]|\([\w\s#%.,-]*\))+$/

function attributeRules(html: string): string {
  const styles = new Set([...html.matchAll(/ data-style="([^"]*)"/g)].map(([, style = '']) => style))
  const plain = [...styles].filter((style) => PLAIN_STYLE.test(style))
  return plain.map((style) => `#root [data-style="${style}"]{${style}}`).join('')
}

export function documentTemplate(folder: string): (page: RenderedPage) => RenderedDocument {
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  const text = readFileSync(join(folder, '.vite/manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Record<string, { file: string; name?: string; imports?: string[] }>
  const chunks = Object.values(manifest)
  const rules = JSON.parse(readFileSync(join(folder, STYLE_RULES_PATH), 'utf8')) as StyleRule[]
  const scripts = new Map<string, string>()

  function scriptsOf(screen: string): string {
    const first = chunks.filter(({ name }) => name === screen || name === 'shell')
    const files = first.flatMap(({ file, imports = [] }) => [
      file,
      ...imports.map((key) => manifest[key]?.file ?? ''),
    ])
    const paths = [...new Set(files)].map((file) => `/${file}`).join(' ')
    scripts.set(screen, paths)
    return paths
  }

  const [start = '', rest = ''] = document
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .split(/<style>.*?<\/style>/s)
  const [head = '', end = ''] = rest.split(/<div id="root">.*<\/div>/s)

  return ({ screen, title, html, data }) => {
    // React writes quotes into attributes only.
    const content = html
      .replaceAll(' style="', ' data-style="')
      .replaceAll(/(<img [^>]*?)src="/g, '$1data-src="')
    const styles = stylesFor(rules, html) + attributeRules(content)
    return {
      html: [
        start.replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)}</title>`),
        `<style>${styles}</style>`,
        head,
        `<script>${TAP_SCRIPT}</script><div id="root">${content}</div>`,
        `<script data-scripts="${scripts.get(screen) ?? scriptsOf(screen)}">${CONTENT_SCRIPT}</script>`,
        `<script type="application/json" id="${PAGE_DATA_ID}">${data}</script>`,
        end,
      ].join(''),
      styleHashes: [contentHash(styles)],
      scriptHashes: [TAP_SCRIPT, CONTENT_SCRIPT].map(contentHash),
    }
  }
}

export function contentHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
