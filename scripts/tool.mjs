import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap, install } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')
const { exitOnSignals, runTool } = await import('./bootstrap/processes.mjs')

/**
 * The commands of developers. Each resolves to false if it has found or left something wrong.
 * @typedef {(args: string[]) => Promise<boolean | void>} Run
 * @type {Record<string, () => Promise<Run>>}
 */
const TOOLS = {
  bench: async () => (await import('../tools/bench/run-bench.ts')).runBench,
  chaos: async () => (await import('../tools/chaos/run-chaos.ts')).runChaos,
  check: async () => (await import('./check/run-checks.ts')).check,
  dev: async () => (await import('./dev/develop.ts')).develop,
  faults: async () => (await import('../tools/faults/plant-faults.ts')).plantFaults,
  format: async () => () => run('@biomejs/biome/bin/biome', ['check', '--write', '.']),
  pack: async () => (await import('./bootstrap/release.ts')).packRelease,
  playwright: async () => (args) => run('@playwright/test/cli.js', args),
  sbom: async () => (await import('./bootstrap/release.ts')).writeSbom,
  screenshots: async () => (await import('../tools/screenshots/run-screenshots.ts')).runScreenshots,
  vitest: async () => (args) => run('vitest/vitest.mjs', args),
}

/**
 * Those that need less than everything.
 * @type {Record<string, () => Promise<void>>}
 */
const PREPARATIONS = {
  format: install,
  pack: () => bootstrap({ apps: ['web', 'server'], packages: 'product' }),
  sbom: install,
  vitest: install,
}

/** @type {(bin: string, args: string[]) => Promise<boolean>} */
async function run(bin, args) {
  const { code } = await runTool(bin, args, { stdio: 'inherit' })
  return code === 0
}

const [name = '', ...args] = process.argv.slice(2)
await exitOnUserError(async () => {
  await (PREPARATIONS[name] ?? bootstrap)()
  // The development server ends its parts first.
  if (name !== 'dev') exitOnSignals()
  const tool = await /** @type {() => Promise<Run>} */ (TOOLS[name])()
  const hasPassed = await tool(args)
  // What hangs may have left timers and child processes. They end when this process exits.
  process.exit(hasPassed === false ? 1 : 0)
})
