import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')
const { exitOnSignals } = await import('./bootstrap/processes.mjs')

const TOOLS = {
  bench: async () => (await import('../tools/bench/run-bench.ts')).runBench,
  chaos: async () => (await import('../tools/chaos/run-chaos.ts')).runChaos,
  faults: async () => (await import('../tools/faults/plant-faults.ts')).plantFaults,
  screenshots: async () => (await import('../tools/screenshots/run-screenshots.ts')).runScreenshots,
}

const [name, ...args] = process.argv.slice(2)
await exitOnUserError(async () => {
  await bootstrap()
  exitOnSignals()
  const run = await TOOLS[/** @type {keyof typeof TOOLS} */ (name)]()
  const hasPassed = await run(args)
  // What hangs may have left timers and child processes. They end when this process exits.
  process.exit(hasPassed === false ? 1 : 0)
})
