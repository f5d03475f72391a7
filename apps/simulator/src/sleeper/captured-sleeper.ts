import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SleeperResponder } from './sleeper-server.ts'

/** The lists of a league, a draft or a user. One that was not captured is empty. */
const LISTS =
  /^(?:league\/\d+\/(?:rosters|users|winners_bracket|losers_bracket|traded_picks|drafts|(?:matchups|transactions)\/\d+)|draft\/\d+\/(?:picks|traded_picks)|user\/[\w.-]+\/leagues\/nfl\/\d+)$/
const OBJECTS = /^(?:league\/\d+|draft\/\d+|user\/[\w.-]+|state\/nfl|players\/nfl)$/

/** Serves a folder of captured responses, whose files have the paths of the API: `league/1/rosters.json`. */
export function capturedSleeper(folder: string): SleeperResponder {
  return (path) => {
    if (!LISTS.test(path) && !OBJECTS.test(path)) return undefined
    const file = join(folder, `${path}.json`)
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as unknown
    return LISTS.test(path) ? [] : null
  }
}
