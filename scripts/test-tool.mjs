import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap, install } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')
const { runTool } = await import('./bootstrap/processes.mjs')

const [name, ...args] = process.argv.slice(2)
await exitOnUserError(install)
// End-to-end tests start the built product.
if (name === 'playwright') await exitOnUserError(bootstrap)

const bin = name === 'playwright' ? '@playwright/test/cli.js' : 'vitest/vitest.mjs'
const { code } = await runTool(bin, args, { stdio: 'inherit' })
process.exitCode = code
