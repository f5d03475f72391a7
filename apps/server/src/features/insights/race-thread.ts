import { type PlayoffRace, playoffRace } from '@fieldhouse/domain/insights/race/playoff-race'
import { serveTasks } from '../../threads/task-thread.ts'
import type { RaceInput } from './read-race.ts'

// The program of the thread that computes playoff races: a simulation takes up to a fifth of a second.
serveTasks(({ season, options }: RaceInput): PlayoffRace => playoffRace(season, options))
