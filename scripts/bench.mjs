import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')

await exitOnUserError(async () => {
  await bootstrap()
  const { runBench } = await import('../tools/bench/run-bench.ts')
  await runBench(process.argv.slice(2))
})
