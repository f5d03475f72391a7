import { STYLE_RULES_PATH, type StyleRule, type StyleSheets } from '@fieldhouse/contract/page'
import { type Container, parse } from 'postcss'
import type { Plugin } from 'vite'

const CONDITIONS = new Set(['media', 'supports', 'container', 'layer'])

/** Adds the rules of all style sheets to the build, so that the server can send those that a document needs with it. */
export function writeStyleRules(): Plugin {
  return {
    name: 'write-style-rules',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const sheets: StyleSheets = {}
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            sheets[file.fileName] = rulesOf(parse(String(file.source)))
        this.emitFile({ type: 'asset', fileName: STYLE_RULES_PATH, source: JSON.stringify(sheets) })
      },
    },
  }
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
