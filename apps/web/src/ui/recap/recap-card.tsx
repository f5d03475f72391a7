import type { RecapCard as Recap } from '@fieldhouse/contract/recap'
import type { ReactNode } from 'react'
import { Grid, Row, Stack, Text } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './recap-card.module.css'
import { headlineOf } from './recap-summary.tsx'

/** The whole recap of a week. */
export function RecapCard({ recap }: { recap: Recap }) {
  const { title, story, games } = recap
  const details = detailsOf(recap)
  return (
    <Stack gap={3} className={ui.breakable}>
      <header className={styles.band} data-large>
        <Text as="p" size="s" weight={600}>
          {title}
        </Text>
        <Text as="p" size="2xl" className={styles.headline}>
          {headlineOf(recap)}
        </Text>
      </header>
      {story.map((paragraph) => (
        <p key={paragraph} className={styles.paragraph}>
          {paragraph}
        </p>
      ))}
      {games.length === 0 ? null : (
        <Grid as="ul" min={230} gap={2} aria-label="Results">
          {games.map((game) => (
            <Game key={`${game.winner.id} ${game.loser.id}`} game={game} />
          ))}
        </Grid>
      )}
      {details.length === 0 ? null : (
        <details className={ui.link}>
          <summary>{summaryOf(details)}</summary>
          <Grid min={260} gap={6}>
            {details.map(({ content }) => content)}
          </Grid>
        </details>
      )}
    </Stack>
  )
}

function Game({ game }: { game: Recap['games'][number] }) {
  const { winner, loser, score, against, margin, tie, round } = game
  return (
    <li className={styles.game}>
      <Side name={winner.name} score={score} hasLost={false} />
      <Side name={loser.name} score={against} hasLost={!tie} />
      <Text as="p" size="s" tone="muted">
        {round === null ? '' : `${round}, `}
        {tie ? 'tie' : `by ${margin}`}
      </Text>
    </li>
  )
}

function Side({ name, score, hasLost }: { name: string; score: string; hasLost: boolean }) {
  return (
    <Row isSpread gap={3}>
      <Text {...(hasLost ? { tone: 'muted' } : { weight: 700 })}>{name}</Text>
      <Text isNumeric {...(hasLost ? { tone: 'muted' } : { weight: 700 })}>
        {score}
      </Text>
    </Row>
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

function toneOf(direction: number): FactRow['tone'] {
  return direction === 0 ? undefined : direction > 0 ? 'good' : 'bad'
}

type FactRow = {
  key: string
  label?: string
  name: string
  note?: string | null
  value: string
  /** The value as it is read aloud. */
  spoken?: string
  tone?: 'good' | 'bad' | undefined
}

function FactList({ name, rows }: { name: string; rows: readonly FactRow[] }) {
  return (
    <section>
      <h3>{name}</h3>
      <ul className={ui.divided}>
        {rows.map(({ key, label, name: of, note, value, spoken, tone }) => (
          <Row as="li" key={key} isSpread gap={3} align="baseline" className={styles.fact}>
            <Stack gap={0}>
              {label === undefined ? null : (
                <Text size="s" tone="muted" className={styles.label}>
                  {label}
                </Text>
              )}
              <span>{of}</span>
              {note == null ? null : (
                <Text size="s" tone="muted">
                  {note}
                </Text>
              )}
            </Stack>
            <Text isNumeric weight={700} {...(tone && { tone })}>
              {spoken === undefined ? (
                value
              ) : (
                <>
                  <span aria-hidden="true">{value}</span>
                  <span className={ui.hidden}>{spoken}</span>
                </>
              )}
            </Text>
          </Row>
        ))}
      </ul>
    </section>
  )
}
