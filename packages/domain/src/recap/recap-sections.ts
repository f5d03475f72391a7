import { bothScores } from './phrases.ts'
import type { RecapAward, RecapDocument, RecapGame, RecapOdds, RecapPower } from './recap-document.ts'

export type TextSection = { name: string; lines: string[] }

export function toTextSections(recap: RecapDocument): TextSection[] {
  const sections = [
    { name: 'Results', lines: recap.games.map(formatGame) },
    { name: 'Awards', lines: recap.awards.map(formatAward) },
    { name: 'Power ranking', lines: recap.power.map(formatPower) },
    { name: 'Playoff odds', lines: recap.odds.map(formatOdds) },
    {
      name: 'Records',
      lines: recap.records.map(({ label, holder, value }) => `${capitalize(label)}: ${holder}, ${value}`),
    },
    {
      name: 'Standings',
      lines: recap.standings.map(
        ({ rank, team, record, points }) => `${rank}. ${team.name}, ${record}, ${points} points`,
      ),
    },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

function formatGame({ winner, loser, score, against, tie, round, series }: RecapGame): string {
  const result = `${winner.name} ${score}, ${loser.name} ${against}${tie ? ' (tie)' : ''}`
  const total =
    series === null
      ? ''
      : ` (${series.winner.name} on aggregate, ${bothScores(series.score, series.against)})`
  return `${round === null ? '' : `${round}: `}${result}${total}`
}

export function formatAward({ kind, label, teams, value, note }: RecapAward): string {
  const names = teams.map(({ name }) => name).join(', ')
  const holder = isOfPlayer(kind) && note !== null ? `${note} (${names})` : names
  return `${label}: ${holder}${value === '' ? '' : `, ${value}`}`
}

function isOfPlayer(kind: RecapAward['kind']): boolean {
  return kind === 'player' || kind === 'pickup'
}

function formatPower({ team, rank, change }: RecapPower): string {
  const move = change === 0 ? 'unchanged' : `${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`
  return `${rank}. ${team.name}, ${move}`
}

function formatOdds({ team, before, after, status }: RecapOdds): string {
  if (status === 'clinched') return `${team.name}: in the playoffs`
  if (status === 'eliminated') return `${team.name}: eliminated`
  return before === null ? `${team.name}: ${after}` : `${team.name}: ${before} → ${after}`
}

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
