import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { type CSSProperties, Suspense, useState } from 'react'
import { ShareButton } from '../../router/sharing.tsx'
import { sideColorStyle } from '../../theme/team-color.ts'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { EmptyState, Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { formatPoints, formatWinPercentage } from '../../ui/format/format.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { useShortList } from '../../ui/layout/disclosure.tsx'
import { FarBelow } from '../../ui/layout/far-below.tsx'
import { Fill, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { type ExplainedFigure, Explanation } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { GameRow } from './game-row.tsx'
import styles from './history.module.css'
import { useHistoryContext } from './history-context.ts'
import { OwnerButton } from './owners/owner-button.tsx'
import { PAIR_GRID_TITLE, type RivalryGame, toRivalryGames } from './rivalry.ts'
import { Section } from './section.tsx'
import { type Comparison, comparisonImage, comparisonQuery } from './use-history.ts'

const PairGrid = lazyNamed(() => import('./pair-grid.tsx'), 'PairGrid')

/** The least heights of a comparison, and of an owner's row in the grid, in pixels. */
const COMPARISON_HEIGHT = 420
const PAIR_HEIGHT = 44

type Props = {
  owners: readonly string[]
  /** Owners by preference; the first two are selected until others are chosen. */
  defaultOwners: readonly string[]
}

export function OwnerComparison({ owners, defaultOwners }: Props) {
  const [chosen, setSelected] = useState<{ a: string; b: string } | null>(null)
  const selected = chosen ?? { a: defaultOwners[0] ?? '', b: defaultOwners[1] ?? '' }
  // Deselect an owner who no longer exists after a merge.
  const [a, b] = [existingOrEmpty(selected.a), existingOrEmpty(selected.b)]
  function existingOrEmpty(owner: string): string {
    return owners.includes(owner) ? owner : ''
  }
  function optionsFor(owner: string) {
    return owner === '' ? [{ value: '', label: 'Choose an owner' }, ...owners] : owners
  }

  if (owners.length < 2) {
    return (
      <Section title="Head-to-Head">
        <EmptyState>You need at least two managers to compare.</EmptyState>
      </Section>
    )
  }
  return (
    <Section title="Head-to-Head">
      <Row>
        <Fill>
          <SelectField
            label="First owner"
            isLabelHidden
            options={optionsFor(a)}
            value={a}
            onChange={(next) => setSelected({ a: next, b })}
          />
        </Fill>
        <IconButton icon={ArrowLeftRight} label="Swap" onClick={() => setSelected({ a: b, b: a })} />
        <Fill>
          <SelectField
            label="Second owner"
            isLabelHidden
            options={optionsFor(b)}
            value={b}
            onChange={(next) => setSelected({ a, b: next })}
          />
        </Fill>
      </Row>
      <FarBelow height={COMPARISON_HEIGHT}>
        <ComparisonResult a={a} b={b} />
      </FarBelow>
      <Section
        title={PAIR_GRID_TITLE}
        level={3}
        note="Wins and losses of the owner on the left, playoffs included."
      >
        <FarBelow height={owners.length * PAIR_HEIGHT}>
          <PairGrid />
        </FarBelow>
      </Section>
    </Section>
  )
}

type PairProps = { a: string; b: string }

function ComparisonResult({ a, b }: PairProps) {
  if (a === '' || b === '') return <EmptyState>Choose two owners.</EmptyState>
  if (a === b) return <EmptyState>Choose two different owners.</EmptyState>
  return <RivalryPanel a={a} b={b} />
}

/** Loads a comparison. The previous one stays visible, dimmed, while another pair loads. */
export function RivalryPanel({ a, b }: PairProps) {
  const { league } = useHistoryContext()
  const comparison = useQuery({ ...comparisonQuery(league, a, b), placeholderData: keepPreviousData })
  return (
    <Loaded
      query={comparison}
      errorTitle="Compare failed"
      skeleton={<Skeleton label="Comparing" rows={6} height={44} />}
    >
      {(data) => <RivalryView comparison={data} isPlaceholderData={comparison.isPlaceholderData} />}
    </Loaded>
  )
}

const DifferenceChart = lazyNamed(() => import('./charts/difference-chart.tsx'), 'DifferenceChart')

/** A line needs at least two points. */
const MIN_CHART_GAMES = 2

const MAX_SHOWN = 10

type RivalryViewProps = {
  comparison: Comparison
  isPlaceholderData: boolean
}

function RivalryView({ comparison, isPlaceholderData }: RivalryViewProps) {
  const { a, b, summary } = comparison
  const { league, getColor } = useHistoryContext()
  const games = toRivalryGames(comparison)
  const colors = sideColorStyle({ color: getColor(a) }, { color: getColor(b) })
  return (
    <Stack data-stale={isPlaceholderData} aria-busy={isPlaceholderData}>
      <div className={`${ui.frame} ${styles.sides}`}>
        <OwnerButton owner={a} picture="l" />
        <Text as="p" size="4xl" weight={700} isNumeric>
          {formatRecord(summary)}
        </Text>
        <OwnerButton owner={b} picture="l" />
        {summary.win_pct === null ? null : (
          <span
            className={styles.bar}
            style={{ ...colors, '--share': summary.win_pct } as CSSProperties}
            aria-hidden="true"
          />
        )}
      </div>
      {games.length === 0 ? (
        <EmptyState>
          {a} and {b} haven't played each other yet.
        </EmptyState>
      ) : (
        <>
          <Row isSpread align="start">
            <RivalryStats {...comparison} />
            <ShareButton
              title={`${a} vs ${b}`}
              label="Share head-to-head"
              image={comparisonImage(league, a, b)}
            />
          </Row>
          {games.length < MIN_CHART_GAMES ? null : (
            <Suspense fallback={<div style={{ height: 276 }} />}>
              <DifferenceChart a={a} b={b} games={games} />
            </Suspense>
          )}
          <RivalryGames a={a} games={games} />
        </>
      )}
    </Stack>
  )
}

function RivalryStats(comparison: Comparison) {
  const { a, b, summary, rivalry } = comparison
  const index = rivalry?.index ?? null
  const perGame = (total: number) => formatPoints(summary.games === 0 ? null : total / summary.games)
  return (
    <Stats size="m">
      <Stat label="Games" value={String(summary.games)} />
      <Stat label={`${a}'s win %`} value={formatWinPercentage(summary.win_pct)} />
      <Stat label={`${a}'s PPG`} value={perGame(summary.pf)} />
      <Stat label={`${b}'s PPG`} value={perGame(summary.pa)} />
      {index === null ? null : (
        <Stat
          label="Rivalry index"
          value={
            <Row as="span" gap={1} style={{ marginBlock: -12 }}>
              <span>
                {Math.round(index)} <span className={ui.note}>of 100</span>
              </span>
              <Explanation title="rivalry index" figures={explainRivalry(comparison)} />
            </Row>
          }
        />
      )}
    </Stats>
  )
}

function explainRivalry({ summary, rivalry }: Comparison): ExplainedFigure[] {
  return [
    {
      name: 'Rivalry index',
      meaning: 'How heated the rivalry is: many games, an even record, close scores and playoff games.',
      formula:
        '30 × games ÷ (games + 4) + 25 × how even the record is (1 at .500, 0 if one side won all) + 20 × the share of close games + 15 × playoff games ÷ 3 (at most 15) + 10 if they met in a final. From 3 games on.',
      inputs: [
        ['Games', `${summary.games}`],
        ['Record', formatRecord(summary)],
        ['Decided by 10 points or less', `${rivalry?.close_games ?? 0}`],
        ['Playoff games', `${rivalry?.playoff_games ?? 0}`],
        ['Met in a final', rivalry?.met_in_final === true ? 'Yes' : 'No'],
      ],
    },
  ]
}

/** Games between two owners from the perspective of `a`, newest first. Collapses after the first ten. */
function RivalryGames({ a, games }: { a: string; games: readonly RivalryGame[] }) {
  const { className = '', length, more } = useShortList(games.length, MAX_SHOWN)
  return (
    <>
      <Stack
        as="ol"
        gap={0}
        isDivided
        className={`${ui.frame} ${className}`}
        aria-label="Games, newest first"
      >
        {games
          .toReversed()
          .slice(0, length)
          .map(({ game }) => (
            <li key={`${game.season} ${game.game_id}`}>
              <GameRow game={game} side={game.home_owner === a ? 'home' : 'away'} />
            </li>
          ))}
      </Stack>
      {more}
    </>
  )
}
