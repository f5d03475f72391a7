import type { RecapCard as Recap } from '@fieldhouse/contract/recap'
import type { ReactNode } from 'react'
import { formatCount } from '../format/count.ts'
import ui from '../ui.module.css'
import styles from './recap-card.module.css'

/** Results on Overview. */
const MAX_BRIEF_GAMES = 4

/** The recap of a week. `isBrief` is for a card that is a link: what was decisive, without controls. */
export function RecapCard({ recap, isBrief = false }: { recap: Recap; isBrief?: boolean }) {
  const { title, headline, story, games } = recap
  const shownGames = isBrief ? games.slice(0, MAX_BRIEF_GAMES) : games
  const details = isBrief ? [] : detailsOf(recap)
  return (
    <div className={styles.recap} data-brief={isBrief || undefined}>
      <header className={styles.header}>
        <p className={styles.title}>{title}</p>
        <p className={styles.headline}>{headline === title ? 'The week in football' : headline}</p>
      </header>
      {(isBrief ? story.slice(0, 1) : story).map((paragraph) => (
        <p key={paragraph} className={styles.paragraph}>
          {paragraph}
        </p>
      ))}
      {shownGames.length === 0 ? null : (
        <ul className={styles.games} aria-label="Results">
          {shownGames.map((game) => (
            <Game key={`${game.winner.id} ${game.loser.id}`} game={game} />
          ))}
        </ul>
      )}
      {games.length > shownGames.length ? (
        <p className={ui.note}>and {formatCount(games.length - shownGames.length, 'more game')}</p>
      ) : null}
      {details.length === 0 ? null : (
        <details className={ui.link}>
          <summary>{summaryOf(details)}</summary>
          <div className={styles.details}>{details.map(({ content }) => content)}</div>
        </details>
      )}
    </div>
  )
}

function Game({ game }: { game: Recap['games'][number] }) {
  const { winner, loser, score, against, margin, tie, round } = game
  return (
    <li className={styles.game}>
      <p className={styles.side}>
        <span className={styles.name}>{winner.name}</span>
        <span className={styles.score}>{score}</span>
      </p>
      <p className={styles.side} data-lost={!tie || undefined}>
        <span className={styles.name}>{loser.name}</span>
        <span className={styles.score}>{against}</span>
      </p>
      <p className={styles.margin}>
        {round === null ? '' : `${round}, `}
        {tie ? 'tie' : `by ${margin}`}
      </p>
    </li>
  )
}

type Detail = { name: string; content: ReactNode }

/** 'Awards, power ranking and standings' */
function summaryOf(details: readonly Detail[]): string {
  const names = details.map(({ name }, index) => (index === 0 ? name : name.toLowerCase()))
  return new Intl.ListFormat('en-US').format(names)
}

function detailsOf({ awards, power, odds, records, standings }: Recap): Detail[] {
  const lists = [
    {
      name: 'Awards',
      rows: awards.map(({ label, teams, value, note }) => ({
        key: `${label} ${teams.map(({ id }) => id).join()} ${note ?? ''}`,
        label,
        name: teams.map(({ name }) => name).join(', '),
        note,
        value,
      })),
    },
    {
      name: 'Power ranking',
      rows: power.map(({ team, rank, change }) => ({
        key: `${team.id}`,
        name: `${rank}. ${team.name}`,
        value: change === 0 ? '–' : `${change > 0 ? '▲' : '▼'} ${Math.abs(change)}`,
        spoken: change === 0 ? 'unchanged' : `${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`,
        tone: toneOf(change),
      })),
    },
    {
      name: 'Playoff odds',
      rows: odds.map(({ team, before, after, status }) => ({
        key: `${team.id}`,
        name: team.name,
        value: ODDS_TEXTS[status] ?? (before === null ? after : `${before} → ${after}`),
        tone: toneOf(ODDS_DIRECTIONS[status]),
      })),
    },
    {
      name: 'Records',
      rows: records.map(({ label, holder, value }) => ({ key: label, label, name: holder, value })),
    },
    {
      name: 'Standings',
      rows: standings.map(({ team, rank, record, points }) => ({
        key: `${team.id}`,
        name: `${rank}. ${team.name}`,
        note: `${points} points`,
        value: record,
      })),
    },
  ]
  return lists
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => ({ name, content: <FactList key={name} name={name} rows={rows} /> }))
}

const ODDS_TEXTS: Partial<Record<Recap['odds'][number]['status'], string>> = {
  clinched: 'In',
  eliminated: 'Out',
}

const ODDS_DIRECTIONS: Record<Recap['odds'][number]['status'], number> = {
  clinched: 1,
  up: 1,
  new: 0,
  down: -1,
  eliminated: -1,
}

function toneOf(direction: number): Row['tone'] {
  return direction === 0 ? undefined : direction > 0 ? 'good' : 'bad'
}

type Row = {
  key: string
  label?: string
  name: string
  note?: string | null
  value: string
  /** The value as it is read aloud. */
  spoken?: string
  tone?: 'good' | 'bad' | undefined
}

function FactList({ name, rows }: { name: string; rows: readonly Row[] }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>{name}</h3>
      <ul className={styles.rows}>
        {rows.map(({ key, label, name: of, note, value, spoken, tone }) => (
          <li key={key} className={styles.row}>
            <span className={styles.what}>
              {label === undefined ? null : <span className={styles.label}>{label}</span>}
              <span>{of}</span>
              {note == null ? null : <span className={styles.label}>{note}</span>}
            </span>
            <span className={styles.value} data-tone={tone}>
              {spoken === undefined ? (
                value
              ) : (
                <>
                  <span aria-hidden="true">{value}</span>
                  <span className={ui.hidden}>{spoken}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
