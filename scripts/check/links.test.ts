import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../bootstrap/project.mjs'
import { readTextFiles } from './wording.ts'

/** Without blocks of code, which may contain anything. */
const pages = new Map(
  readTextFiles(ROOT)
    .files.filter(({ file }) => file.endsWith('.md'))
    .map(({ file, text }) => [file, text.replaceAll(/```.*?```/gs, '')]),
)

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it('leads from every link of a page to a file and a heading that exist', () => {
  let count = 0
  const broken: string[] = []
  for (const [page, text] of pages)
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      // Addresses of other sites, and of GitHub's own pages of the repository.
      if (/^(?:https?:|\.\.\/\.\.\/security\/)/.test(link)) continue
      count += 1
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : normalize(join(dirname(page), path))
      const isThere = existsSync(join(ROOT, target))
      const headings = pages.get(target)
      if (!isThere || (anchor !== undefined && headings && !anchorsOf(headings).includes(anchor)))
        broken.push(`${page}: ${link}`)
    }
  expect(count).toBeGreaterThan(100)
  expect(broken).toEqual([])
})
