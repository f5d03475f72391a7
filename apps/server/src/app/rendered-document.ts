import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  PAGE_DATA_ID,
  type RenderedPage,
  STYLE_RULES_PATH,
  type StyleRule,
  type StyleSheets,
} from '@fieldhouse/contract/page'
import { escapeHtml } from '../mail/escape-html.ts'

/** A document with the content of its screen. */
export type RenderedDocument = {
  html: string
  /** Hashes of its inline styles, and of the inline scripts that the plain document does not have. */
  styleHashes: readonly string[]
  scriptHashes: readonly string[]
}

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

/** The files with styles that any screen of the app may need, in the order in which they apply. */
const COMMON_STYLES = ['first', 'shell', 'shared', 'shared-more', 'charts']

/**
 * Requests what follows the content when all of the document has arrived: the styles and scripts of the screen, and
 * pictures after the first paint. The document has the rules that its content needs. They are replaced when all files
 * of styles have arrived, in one step, because rules of one file can override those of another.
 *
 * The policy allows styles in attributes to scripts only. Before the first paint, this sets those of the rendered
 * content. Until React has mounted a control, which is found out as in its own `getNearestMountedFiber` (2 marks what
 * is inserted, 4096 what is hydrated), a field accepts no input, because the app would not know of it, and the button
 * that was tapped last is remembered. It is clicked as soon as it answers, or, if the app has rendered the page anew,
 * the one with the same name. React itself would drop a click on a part of the page whose script is still loading.
 */
const CONTENT_SCRIPT = `for (const each of document.querySelectorAll('[data-style]')) {
  each.style.cssText = each.dataset.style
  each.removeAttribute('data-style')
}
{
  const addLink = (properties) =>
    document.head.appendChild(Object.assign(document.createElement('link'), properties))
  const { styles, scripts } = document.currentScript.dataset
  const links = styles
    .split(' ')
    .map((href) => addLink({ rel: 'stylesheet', crossOrigin: '', media: 'print', href }))
  const arrivals = links.map((link) => new Promise((resolve, reject) => {
    Object.assign(link, { onload: resolve, onerror: reject })
  }))
  Promise.allSettled(arrivals).then((results) => {
    for (const each of links) each.media = 'all'
    if (results.every(({ status }) => status === 'fulfilled')) document.querySelector('style').remove()
  })
  for (const href of scripts.split(' ')) addLink({ rel: 'modulepreload', crossOrigin: '', href })
  const showPictures = () => {
    for (const each of document.querySelectorAll('img[data-src]')) {
      each.src = each.dataset.src
      each.removeAttribute('data-src')
    }
  }
  requestAnimationFrame(() => (globalThis.requestIdleCallback ?? setTimeout)(showPictures))
  const root = document.getElementById('root')
  const isTakenOver = (each) => {
    const key = Object.keys(each).find((name) => name.startsWith('__reactFiber$'))
    if (key === undefined) return false
    for (let part = each[key]; part && !part.alternate; part = part.return)
      if (part.flags & 4098) return false
    return true
  }
  const list = (selector) => [...root.querySelectorAll(selector)]
  const nameOf = (button) => button.ariaLabel ?? button.textContent
  const stop = (each) => each.matches('select, [type=checkbox], [type=radio]') ? 'inert' : 'readOnly'
  let fields = list('input, select, textarea').filter((each) => !each[stop(each)])
  for (const each of fields) each[stop(each)] = true
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
  addEventListener('submit', preventSubmit, true)
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
}`

/** Fills the built document of a folder with a rendered page, and the styles that it needs. */
export function documentTemplate(folder: string): (page: RenderedPage) => RenderedDocument {
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  const text = readFileSync(join(folder, '.vite/manifest.json'), 'utf8')
  const manifest = JSON.parse(text) as Record<string, Chunk>
  const chunks = Object.values(manifest)
  const sheets = JSON.parse(readFileSync(join(folder, STYLE_RULES_PATH), 'utf8')) as StyleSheets
  const files = new Map<string, ReturnType<typeof readFiles>>()

  function filesOf(screen: string) {
    const known = files.get(screen) ?? readFiles(screen)
    files.set(screen, known)
    return known
  }

  function readFiles(screen: string) {
    const names = [...COMMON_STYLES, screen]
    const styles = names.flatMap((name) => chunks.find((chunk) => chunk.name === name)?.css ?? [])
    const scripts = new Set<string>()
    const first = chunks.filter(({ name }) => name === screen || name === 'shell')
    for (const { file, imports = [] } of first)
      for (const each of [file, ...imports.map((key) => manifest[key]?.file ?? '')]) scripts.add(each)
    return {
      sheets: styles.map((file) => toSheet(`/${file}`, sheets[file] ?? [])),
      scripts: [...scripts].map((file) => `/${file}`).join(' '),
    }
  }

  const [start = '', rest = ''] = document
    .replace(/<link rel="stylesheet"[^>]*>/g, '')
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .split(/<style>.*?<\/style>/s)
  const [head = '', end = ''] = rest.split(/<div id="root">.*<\/div>/s)

  return ({ screen, title, html, data }) => {
    const { sheets: ofScreen, scripts } = filesOf(screen)
    const classes = classesOf(html)
    // The app loads the others as soon as it shows something that they are for.
    const used = ofScreen
      .map(({ rules, ...sheet }) => ({ ...sheet, text: textFor(rules, classes) }))
      .filter(({ text, textForAll }) => text !== textForAll)
    const styles = used.map(({ text }) => text).join('')
    const files = used.map(({ file }) => file).join(' ')
    // React writes quotes into attributes only.
    const content = html
      .replaceAll(' style="', ' data-style="')
      .replaceAll(/(<img [^>]*?)src="/g, '$1data-src="')
    return {
      html: [
        start.replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)}</title>`),
        `<style>${styles}</style>`,
        head,
        `<div id="root">${content}</div>`,
        `<script data-styles="${files}" data-scripts="${scripts}">${CONTENT_SCRIPT}</script>`,
        `<script type="application/json" id="${PAGE_DATA_ID}">${data}</script>`,
        end,
      ].join(''),
      styleHashes: [contentHash(styles)],
      scriptHashes: [contentHash(CONTENT_SCRIPT)],
    }
  }
}

/** The classes of a document's elements. */
function classesOf(html: string): Set<string> {
  const attributes = html.matchAll(/ class="([^"]*)"/g)
  return new Set(Array.from(attributes, ([, names = '']) => names.split(' ')).flat())
}

/** A file of styles, with the rules that can apply to any element. */
function toSheet(file: string, rules: readonly StyleRule[]) {
  return { file, rules, textForAll: textFor(rules, new Set()) }
}

/** The rules that can apply to elements with these classes, or to any element. */
function textFor(rules: readonly StyleRule[], classes: ReadonlySet<string>): string {
  return rules
    .map((rule) => {
      if ('text' in rule)
        return rule.classes.some((each) => each.every((name) => classes.has(name))) ? rule.text : ''
      const text = textFor(rule.rules, classes)
      // The first mention of a layer sets its order.
      return text === '' && !rule.condition.startsWith('@layer') ? '' : `${rule.condition}{${text}}`
    })
    .join('')
}

export function contentHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
