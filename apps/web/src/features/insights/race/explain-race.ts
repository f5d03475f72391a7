import { formatSimulatedShare } from '@fieldhouse/domain/format-share'
import { formatFullRecord } from '../../../ui/format/format.ts'
import type { ExplainedFigure } from '../../../ui/overlays/dialog.tsx'
import { formatDecimal } from '../format.ts'
import { describeMagicNumber, formatPlayoffs, formatStatus } from './race-format.ts'
import type { Race, TeamRace } from './use-race.ts'

const PLAYOFFS = {
  name: 'Playoff odds',
  meaning: 'How often the team reaches the playoffs when the rest of the season is played many times.',
  formula:
    "Each simulated season draws every team's true strength once, from its scores so far, and then all open weeks. Wins, points and the league's tie-breakers decide the seeds, and the bracket is played.",
}

const CERTAIN = {
  name: 'Certain',
  meaning: 'Clinched and eliminated are proven: no results of the remaining games can change them.',
  formula:
    'A search through all outcomes of the remaining games. Points are still open, so teams level on wins prove nothing.',
}

const MAGIC = {
  name: 'Magic number',
  meaning: 'How many more wins make the place certain, whatever else happens.',
  formula: 'From the most wins that the rivals can still reach. It can be too high, never too low.',
}

const SEEDS = {
  name: 'Seeds',
  meaning: 'How often the team ends on each seed.',
  formula: 'The share of the simulated seasons with that seed.',
}

export const RACE_FIGURES: readonly ExplainedFigure[] = [PLAYOFFS, CERTAIN, MAGIC]

export const SEED_FIGURES: readonly ExplainedFigure[] = [SEEDS]

export function explainTeam(team: TeamRace, { model, places, byes }: Race): ExplainedFigure[] {
  const { odds } = team
  return [
    {
      ...PLAYOFFS,
      value: formatPlayoffs(team),
      inputs: [
        ['Record', formatFullRecord(team)],
        ['Points for', formatDecimal(team.points_for, 1)],
        ['Seed now', String(team.current_seed)],
        ['Places', String(places)],
        ['Results left', String(team.results_left)],
        ...(model === null
          ? []
          : [['Spread of scores (σ)', `${formatDecimal(model.sigma, 1)} points`] as const]),
        ...(model === null ? [] : [['Mean score', formatDecimal(model.mean, 1)] as const]),
        ...(odds === null || team.proven
          ? []
          : [
              ['First seed', formatSimulatedShare(odds.first_seed)] as const,
              ...(byes === 0 ? [] : [['Bye', formatSimulatedShare(odds.bye)] as const]),
              ...(odds.division === null ? [] : [['Division', formatSimulatedShare(odds.division)] as const]),
              ['Title', formatSimulatedShare(odds.title)] as const,
            ]),
      ],
    },
    { ...CERTAIN, value: team.proven ? (formatStatus(team) ?? '—') : 'Open' },
    ...(describeMagicNumber(team) === null ? [] : [{ ...MAGIC, value: String(team.magic_number) }]),
  ]
}
