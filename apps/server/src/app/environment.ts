import { existsSync } from 'node:fs'

/** The environment, with what a file `.env` adds to it. */
export function loadEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
