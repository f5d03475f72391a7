export type PageRequest = {
  /** Path and query. */
  url: string
  cookies: string
  userAgent: string
  /** In milliseconds since the epoch. */
  now: number
  /** The origin of the site, as its links name it. */
  origin: string
  /** The ID of the newest event before anything is read for the page. */
  lastEvent: number
}

export type RenderedPage = {
  title: string
  /** The content of the root element. */
  html: string
  /** JSON of what the app needs to take over. It can be the text of a script element. */
  data: string
  /** The name of the file of its screen in the build. */
  screen: string
}

/** Sends a GET request to the API with the rights of who asked for the page. */
export type FetchFromApi = (path: string) => Promise<{ status: number; body: string }>

/** Renders a page as the app would, one at a time. null if the plain page is right. Rejects if the app fails. */
export type RenderPage = (request: PageRequest, fetchFromApi: FetchFromApi) => Promise<RenderedPage | null>

export const PAGE_DATA_ID = 'page-data'

/** The build of the page has its renderer here, which exports `renderPage`. The site does not serve it. */
export const RENDERER_PATH = '.server/render.js'

/** The build of the page has the rules of its style sheet here: a JSON list of `StyleRule`. */
export const STYLE_RULES_PATH = '.vite/style-rules.json'

/** A rule of a style sheet, or the rules that apply under a condition such as `@media print`. */
export type StyleRule =
  /** The rule is of no effect unless a document has all classes of one of the lists. */
  { text: string; classes: string[][] } | { condition: string; rules: StyleRule[] }

export function stylesFor(rules: readonly StyleRule[], html: string): string {
  const attributes = html.matchAll(/ class="([^"]*)"/g)
  return textFor(rules, new Set(Array.from(attributes, ([, names = '']) => names.split(' ')).flat()))
}

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
