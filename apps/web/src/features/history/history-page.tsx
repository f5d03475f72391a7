import { useQuery } from '@tanstack/react-query'
import { Settings2, Trophy } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from '../../router/link.tsx'
import { NO_SELECTION, useLocation, useRouter } from '../../router/router.ts'
import facts from '../../ui/display/display.module.css'
import { EmptyState, Loaded, Skeleton } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { ProgressLoader, SLOW_TIMING } from '../../ui/feedback/progress.tsx'
import { formatCount } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { useShortList } from '../../ui/layout/disclosure.tsx'
import { FarBelow } from '../../ui/layout/far-below.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { lazyNamed, lazyPart } from '../../ui/lazy-named.ts'
import { SectionMenu } from '../../ui/navigation/section-menu.tsx'
import { type ExplainedFigure, Explanation } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import styles from './history.module.css'
import { HistoryContext, type HistoryOverlay, locationOf, overlayOf } from './history-context.ts'
import { OwnerComparison } from './owner-comparison.tsx'
import { OwnerNames } from './owners/owner-button.tsx'
import { AllTimeTable, byTitles, FunFacts, LeagueRecords } from './records.tsx'
import { PAIR_GRID_TITLE } from './rivalry.ts'
import { Section } from './section.tsx'
import { HallOfFame, TrophyCase } from './trophy-case.tsx'
import {
  type History,
  type FunFacts as HistoryFunFacts,
  hasHeadToHeadPoints,
  historyQuery,
  type Season,
  type TeamName,
} from './use-history.ts'

const HistoryAdmin = lazyNamed(() => import('./admin/history-admin.tsx'), 'HistoryAdmin')
const HistoryDialog = lazyPart(() => import('./history-dialog.tsx'), 'HistoryDialog')

const ADMIN_ID = 'history-admin'

const ADMIN_VIEW = 'admin'

type Props = {
  league: string
  history: History
  currentYear: number
  canManage: boolean
  /** The user's game of this week, whose owners are compared first. */
  myGame: MyGame | null
  renderAwards?: ((owner: string) => ReactNode) | undefined
}

/** The user's team and its opponent of this week; null without a game. */
export type MyGame = { season: number; teamId: number; opponentId: number | null }

export function HistoryPage(props: Props) {
  const { league, history, currentYear, canManage, myGame, renderAwards } = props
  const router = useRouter()
  const location = useLocation()
  const overlay = overlayOf(location)
  const [isAdminOpen, setAdminOpen] = useState(location.view === ADMIN_VIEW)
  const { seasons, all_time: allTime, owners } = history
  const people = new Map(history.people.map((person) => [person.owner, person]))
  const context = {
    league,
    getPictureUrl: (owner: string) => people.get(owner)?.picture ?? null,
    getColor: (owner: string) => people.get(owner)?.color ?? null,
    trophy: history.trophy ?? null,
    renderAwards,
    openOverlay: (next: HistoryOverlay) => router.navigate(locationOf(next)),
  }

  /** Closes the overlay if it is still open. A dialog also fires its close event after Back has closed it. */
  function close(closed: HistoryOverlay) {
    const open = overlayOf(router.location())
    if (JSON.stringify(open) === JSON.stringify(closed)) router.goBack(NO_SELECTION)
  }

  const managers = allTime.by_owner_enhanced.toSorted(byTitles)
  const rankedOwners = managers.map(({ owner }) => owner)
  const [topOwner] = rankedOwners
  const { missing_seasons: missing } = allTime
  const hasPoints = hasHeadToHeadPoints(seasons)
  return (
    <HistoryContext value={context}>
      <Stack className={styles.page}>
        <TimelineHeader history={history}>
          {canManage ? (
            <Button
              aria-expanded={isAdminOpen}
              aria-controls={isAdminOpen ? ADMIN_ID : undefined}
              onClick={() => setAdminOpen(!isAdminOpen)}
            >
              <Settings2 size={18} aria-hidden="true" /> Admin
            </Button>
          ) : null}
          {canManage && missing.length > 0 && !isAdminOpen ? (
            <Button onClick={() => setAdminOpen(true)}>
              Backfill {formatCount(missing.length, 'season')}
            </Button>
          ) : null}
        </TimelineHeader>
        {allTime.fun_facts.longest_tenure === null ? null : (
          <TenureBanner tenure={allTime.fun_facts.longest_tenure} />
        )}
        <SectionMenu sections={sectionsOf(hasPoints, topOwner !== undefined)} />
        <TrophyCase seasons={seasons} currentYear={currentYear} />
        {canManage && isAdminOpen ? (
          <div id={ADMIN_ID}>
            <Suspense fallback={<Skeleton label="Loading History Admin" rows={6} height={52} />}>
              <HistoryAdmin league={league} history={history} currentYear={currentYear} />
            </Suspense>
          </div>
        ) : null}
        <HallOfFame seasons={seasons} />
        {hasPoints ? (
          <LeagueRecords records={allTime.league_records} seasons={seasons} />
        ) : (
          <p className={ui.note}>
            Records, wins and points of all time count seasons with head-to-head points. This league has none.
          </p>
        )}
        <FunFacts facts={allTime.fun_facts} seasons={seasons} />
        <AllTimeTable owners={managers} seasons={seasons} />
        {topOwner === undefined ? null : (
          <ThroughTheYears seasons={seasons} owners={owners} initialOwner={topOwner} />
        )}
        {hasPoints ? <RatingsOverTime /> : null}
        <TeamNames names={allTime.by_team} />
        {hasPoints ? (
          <OwnerComparison
            owners={owners}
            defaultOwners={[...new Set([...ownersOfGame(history, myGame), ...rankedOwners])]}
          />
        ) : null}
      </Stack>
      {overlay === null ? null : (
        <HistoryDialog
          key={JSON.stringify(overlay)}
          overlay={overlay}
          history={history}
          onClose={() => close(overlay)}
        />
      )}
    </HistoryContext>
  )
}

function ownersOfGame({ seasons }: History, game: MyGame | null): string[] {
  const standings = seasons.find(({ season }) => season === game?.season)?.standings ?? []
  const ownerOf = (teamId: number | null) => standings.find(({ team_id: id }) => id === teamId)?.owner
  return game === null
    ? []
    : [ownerOf(game.teamId), ownerOf(game.opponentId)].filter((owner) => owner != null)
}

function sectionsOf(hasPoints: boolean, hasOwners: boolean) {
  return [
    { title: 'Trophy Case', label: 'Trophies' },
    { title: 'Hall of Fame', label: 'Hall of Fame' },
    ...(hasPoints ? [{ title: 'League Records (regular season)', label: 'Records' }] : []),
    { title: 'Fun Facts', label: 'Fun Facts' },
    { title: 'All-Time (Managers)', label: 'All-Time' },
    ...(hasOwners ? [{ title: 'Through the Years', label: 'Through the Years' }] : []),
    ...(hasPoints ? [{ title: 'Elo Ratings', label: 'Elo' }] : []),
    { title: 'Team Name Legacy', label: 'Team Names' },
    ...(hasPoints
      ? [
          { title: 'Head-to-Head', label: 'Head-to-Head' },
          { title: PAIR_GRID_TITLE, label: 'All Pairs' },
        ]
      : []),
  ]
}

function TimelineHeader({ history, children }: { history: History; children: ReactNode }) {
  const {
    seasons_count: stored,
    first_year: first,
    missing_seasons: missing,
    commissioner,
  } = history.all_time
  return (
    <Stack as="header" gap={1}>
      <Row isSpread wraps>
        <Text as="h2" size="2xl">
          League Timeline
        </Text>
        {children}
      </Row>
      <p className={`${facts.facts} ${ui.strong}`}>
        {missing.length === 0 ? <span>{formatCount(stored, 'season')}</span> : null}
        {first === null ? null : <span>Since {first}</span>}
        {missing.length === 0 ? null : (
          <span>
            {stored} of {formatCount(stored + missing.length, 'season')} stored
          </span>
        )}
        {commissioner === null ? null : <span>Commissioner: {commissioner}</span>}
      </p>
      {stored === 0 ? null : (
        <Row gap={4} className={ui.laptopOnly}>
          <Link to={{ tab: 'history', view: 'draft' }} className={ui.standaloneLink}>
            Draft boards
          </Link>
          <Link to={{ tab: 'history', view: 'keepers' }} className={ui.standaloneLink}>
            Keepers
          </Link>
          <Link to={{ tab: 'scoreboard', view: 'bracket' }} className={ui.standaloneLink}>
            Playoff brackets
          </Link>
        </Row>
      )}
      <Freshness of={history} />
    </Stack>
  )
}

type TenureBannerProps = { tenure: NonNullable<HistoryFunFacts['longest_tenure']> }

function TenureBanner({ tenure: { owners, years } }: TenureBannerProps) {
  return (
    <Row as="section" wraps className={`${ui.frame} ${styles.banner}`} aria-label="Longest tenure">
      <Text size="3xl" weight={700} isNumeric>
        {years}
      </Text>
      <p>
        <strong>Longest tenure</strong>{' '}
        <span className={ui.note}>{formatCount(years, 'season').replace(/^[\d,]+ /, '')} played</span>
      </p>
      <OwnerNames owners={owners} />
    </Row>
  )
}

const EloRatings = lazyNamed(() => import('./charts/elo-ratings.tsx'), 'EloRatings')
const OwnerCharts = lazyNamed(() => import('./charts/owner-charts.tsx'), 'OwnerCharts')

/** The least height of the charts, in pixels. */
const CHARTS_HEIGHT = 420

type ThroughTheYearsProps = {
  seasons: readonly Season[]
  owners: readonly string[]
  initialOwner: string
}

function ThroughTheYears({ seasons, owners, initialOwner }: ThroughTheYearsProps) {
  const [selected, setSelected] = useState(initialOwner)
  // Fall back if the selected owner no longer exists after a merge.
  const owner = owners.includes(selected) ? selected : initialOwner
  return (
    <Section
      title="Through the Years"
      aside={
        <SelectField label="Owner" isLabelHidden options={owners} value={owner} onChange={setSelected} />
      }
    >
      <FarBelow height={CHARTS_HEIGHT}>
        <OwnerCharts seasons={seasons} owner={owner} />
      </FarBelow>
    </Section>
  )
}

const ELO_FIGURES: readonly ExplainedFigure[] = [
  {
    name: 'Elo rating',
    meaning: 'How strong an owner is, from all games so far.',
    formula:
      'Everyone starts at 1500. A win takes points from the opponent, more from a stronger one. Consolation games do not count, and between seasons ratings move a third of the way back to 1500.',
  },
]

function RatingsOverTime() {
  return (
    <Section title="Elo Ratings" level={3} aside={<Explanation title="Elo ratings" figures={ELO_FIGURES} />}>
      <FarBelow height={CHARTS_HEIGHT}>
        <EloRatings />
      </FarBelow>
    </Section>
  )
}

/** Source: specification, 9 "Team Name Legacy". */
const MAX_SHOWN = 24

function TeamNames({ names }: { names: readonly TeamName[] }) {
  const { className, length, more } = useShortList(names.length, MAX_SHOWN)
  return (
    <Section title="Team Name Legacy">
      {names.length === 0 ? (
        <EmptyState hint="Team names show up here once a season is stored.">No team names yet.</EmptyState>
      ) : (
        <Grid as="ul" min={160} gap={3} className={className}>
          {names
            .slice(0, length)
            .map(({ name, years, titles, first_year: first, last_year: last, owners }) => (
              <Stack as="li" key={name} gap={0}>
                <Row gap={1} className={styles.gold}>
                  <Text weight={600} isTitle lines={1} title={name}>
                    {name}
                  </Text>
                  {titles === 0 ? null : (
                    <>
                      <Trophy size={14} aria-hidden="true" />
                      <span className={ui.hidden}>{formatCount(titles, 'title')}</span>
                    </>
                  )}
                </Row>
                <span className={ui.note}>
                  {formatCount(years, 'season')}, {first === last ? first : `${first}–${last}`}
                </span>
                <Text size="s" tone="muted" lines={1}>
                  {owners.join(', ')}
                </Text>
              </Stack>
            ))}
        </Grid>
      )}
      {more}
    </Section>
  )
}

const LOADING_MESSAGES = ['Opening the archive…', 'Polishing the trophies…', 'Counting every game…'] as const

export function HistoryTab(props: Omit<Props, 'history'>) {
  // ProgressLoader delays its children, so tracked properties would miss a failure before they render.
  const history = useQuery({ ...historyQuery(props.league), notifyOnChangeProps: 'all' })
  return (
    <ProgressLoader isLoading={history.isPending} messages={LOADING_MESSAGES} timing={SLOW_TIMING}>
      {() => (
        <Loaded query={history} errorTitle="Failed to load history" skeleton={null}>
          {(data) => <HistoryPage {...props} history={data} />}
        </Loaded>
      )}
    </ProgressLoader>
  )
}
