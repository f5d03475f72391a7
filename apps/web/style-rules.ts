import { STYLE_RULES_PATH, type StyleRule } from '@fieldhouse/contract/page'
import { type Container, parse } from 'postcss'
import type { Plugin, Rolldown } from 'vite'

const CONDITIONS = new Set(['media', 'supports', 'container', 'layer'])

/** Adds the rules of the style sheet to the build, so that a document can contain those that it needs. */
export function writeStyleRules(): Plugin {
  return {
    name: 'write-style-rules',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        this.emitFile({
          type: 'asset',
          fileName: STYLE_RULES_PATH,
          source: JSON.stringify(styleSheet(bundle).rules),
        })
      },
    },
  }
}

export function styleSheet(bundle: Rolldown.OutputBundle) {
  const files = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))
  const [file] = files
  if (file?.type !== 'asset' || files.length > 1)
    throw new Error(`The build has ${files.length} style sheets.`)
  const root = parse(String(file.source))
  const fonts: string[] = []
  root.walkAtRules('font-face', (rule) => {
    fonts.push(rule.toString())
    rule.remove()
  })
  const removeFonts = () => {
    file.source = root.toString()
  }
  return { file: file.fileName, rules: rulesOf(root), fonts: fonts.join(''), removeFonts }
}

function rulesOf(container: Container): StyleRule[] {
  return (container.nodes ?? []).map((node) => {
    if (node.type === 'rule') return { text: node.toString(), classes: node.selectors.map(requiredClasses) }
    if (node.type === 'atrule' && node.nodes !== undefined)
      return CONDITIONS.has(node.name)
        ? { condition: `@${node.name} ${node.params}`, rules: rulesOf(node) }
        : { text: node.toString(), classes: [[]] }
    return { text: `${node.toString()};`, classes: [[]] }
  })
}

/** The classes that an element which a selector matches has, or is in. Those in parentheses may be of others. */
function requiredClasses(selector: string): string[] {
  let rest = selector.replaceAll(/\[[^\]]*\]/g, '')
  while (rest.includes('(')) rest = rest.replaceAll(/\([^()]*\)/g, '')
  return Array.from(rest.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g), ([, name = '']) => name)
}
