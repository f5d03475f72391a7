import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { install } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')
const { runTool } = await import('./bootstrap/processes.mjs')

await exitOnUserError(install)
const { code } = await runTool('@biomejs/biome/bin/biome', ['check', '--write', '.'], { show: true })
process.exitCode = code
