import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')
const { exitOnSignals } = await import('./bootstrap/processes.mjs')

await exitOnUserError(async () => {
  await bootstrap()
  exitOnSignals()
  const { plantFaults } = await import('../tools/faults/plant-faults.ts')
  process.exitCode = (await plantFaults(process.argv.slice(2))) ? 0 : 1
})
