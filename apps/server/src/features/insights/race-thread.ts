import { parentPort } from 'node:worker_threads'
import { type PlayoffRace, playoffRace } from '@fieldhouse/domain/insights/race/playoff-race'
import type { RaceInput } from './race-input.ts'

// The program of the thread that computes playoff races. `race-computer.ts` starts it.

export type RaceRequest = { id: number } & RaceInput

export type RaceReply = { id: number } & ({ race: PlayoffRace } | { error: unknown })

parentPort?.on('message', ({ id, season, options }: RaceRequest) => {
  const reply: RaceReply = { id, ...compute({ season, options }) }
  parentPort?.postMessage(reply, [])
})

function compute({ season, options }: RaceInput): { race: PlayoffRace } | { error: unknown } {
  try {
    return { race: playoffRace(season, options) }
  } catch (error) {
    return { error }
  }
}
