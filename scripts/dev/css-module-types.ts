import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Plugin, preprocessCSS, type ResolvedConfig, resolveConfig } from 'vite'
import { CACHE_FOLDER, ROOT } from '../bootstrap/project.mjs'

/** A root directory of the web app's TypeScript project, which merges it with `src`. */
const TYPES_FOLDER = join(CACHE_FOLDER, 'css-module-types')
const WEB_APP = join(ROOT, 'apps/web')
const SOURCES = join(WEB_APP, 'src')
const EXTENSION = '.module.css'

export function cssModuleTypes(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'css-module-types',
    // The tests need no types.
    apply: (_, { mode }) => mode !== 'test',
    configResolved(resolved) {
      config = resolved
    },
    buildStart: () => writeTypesOf(config),
    async watchChange(file, { event }) {
      if (file.endsWith(EXTENSION) && event !== 'delete') await writeTypesOfFile(file, config)
    },
  }
}

/**
 * The type check then fails on other class names. Vite's own declaration, which accepts every name, applies to modules
 * without such a file.
 */
export async function writeCssModuleTypes(): Promise<void> {
  const configFile = join(WEB_APP, 'vite.config.ts')
  await writeTypesOf(await resolveConfig({ root: WEB_APP, configFile, logLevel: 'warn' }, 'build'))
}

async function writeTypesOf(config: ResolvedConfig): Promise<void> {
  const files = globSync(`**/*${EXTENSION}`, { cwd: SOURCES }).map((name) => join(SOURCES, name))
  const current = new Set(await Promise.all(files.map((file) => writeTypesOfFile(file, config))))
  const declarations = globSync('**/*.d.ts', { cwd: TYPES_FOLDER }).map((name) => join(TYPES_FOLDER, name))
  for (const file of declarations) if (!current.has(file)) rmSync(file, { force: true })
}

async function writeTypesOfFile(file: string, config: ResolvedConfig): Promise<string> {
  const { modules = {} } = await preprocessCSS(readFileSync(file, 'utf8'), file, config)
  const names = Object.keys(modules).map((name) => `  readonly ${JSON.stringify(name)}: string\n`)
  const target = join(TYPES_FOLDER, `${relative(SOURCES, file)}.d.ts`)
  const declaration = `declare const styles: {\n${names.join('')}}\nexport default styles\n`
  mkdirSync(dirname(target), { recursive: true })
  // A type check may be reading the files at the same time.
  if (!existsSync(target) || readFileSync(target, 'utf8') !== declaration) writeFileSync(target, declaration)
  return target
}
