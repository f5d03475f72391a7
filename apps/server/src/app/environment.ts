import { existsSync } from 'node:fs'

/** The environment variables, with the variables of `.env` added if that file exists. */
export function loadEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
