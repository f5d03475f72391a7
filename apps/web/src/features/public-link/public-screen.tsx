import { useQuery } from '@tanstack/react-query'
import { Moon, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, getErrorReason } from '../../api/api-error.ts'
import { useTheme } from '../../theme/theme.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Brand } from '../../ui/navigation/brand.tsx'
import { SeasonChooser } from '../../ui/navigation/season-chooser.tsx'
import { Tabs, tabElementId } from '../../ui/navigation/tabs.tsx'
import ui from '../../ui/ui.module.css'
import { PublicHistoryTab } from './public-history.tsx'
import { PublicScoreboardTab } from './public-scoreboard.tsx'
import styles from './public-screen.module.css'
import { PublicStandingsTab } from './public-standings.tsx'
import { publicLeagueQuery } from './use-public-link.ts'

const TABS = [
  { id: 'standings', label: 'Standings' },
  { id: 'scoreboard', label: 'Scoreboard' },
  { id: 'history', label: 'History' },
] as const

type Tab = (typeof TABS)[number]['id']

const PANEL_ID = 'public-panel'

/** What outsiders see of a league through its public link. */
export function PublicScreen({ code }: { code: string }) {
  const league = useQuery(publicLeagueQuery(code))
  const { tab, season, show } = useView()
  const name = league.data?.league
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · Fieldhouse`
  }, [name])

  if (league.error instanceof ApiError && league.error.code === 'public_link_not_found') return <LinkEnded />
  if (league.data === undefined)
    return (
      <Page title="League">
        {league.isError ? (
          <div className={ui.stack12}>
            <Notice tone="bad">
              <strong>Failed to load the league</strong>
              <p>{getErrorReason(league.error)}</p>
            </Notice>
            <div>
              <Button onClick={() => void league.refetch()} disabled={league.isFetching}>
                Retry
              </Button>
            </div>
          </div>
        ) : (
          <Skeleton label="Loading the league" rows={8} />
        )}
      </Page>
    )

  const { seasons } = league.data
  const shown = season !== null && seasons.includes(season) ? season : seasons[0]
  return (
    <Page title={league.data.league}>
      {shown === undefined ? (
        <EmptyState isFramed hint="Come back once the season is set up.">
          No seasons yet.
        </EmptyState>
      ) : (
        <>
          <Row wraps isSpread align="end" gap={3}>
            <Tabs
              label="What to show"
              tabs={TABS}
              active={tab}
              onSelect={(id) => show({ tab: id })}
              panelId={PANEL_ID}
            />
            {tab === 'history' ? null : (
              <SeasonChooser
                seasons={seasons}
                season={shown}
                onChoose={(chosen) => show({ season: chosen })}
              />
            )}
          </Row>
          <section id={PANEL_ID} role="tabpanel" aria-labelledby={tabElementId(PANEL_ID, tab)}>
            {tab === 'standings' ? <PublicStandingsTab code={code} season={shown} /> : null}
            {tab === 'scoreboard' ? <PublicScoreboardTab key={shown} code={code} season={shown} /> : null}
            {tab === 'history' ? <PublicHistoryTab code={code} /> : null}
          </section>
        </>
      )}
    </Page>
  )
}

type View = { tab: Tab; season: number | null }

/** The tab and the season in the address, so that reloading keeps them. */
function useView(): View & { show: (change: Partial<View>) => void } {
  const [view, setView] = useState(() => parseView(window.location.search))
  function show(change: Partial<View>) {
    const next = { ...view, ...change }
    const query = new URLSearchParams({
      tab: next.tab,
      ...(next.season === null ? {} : { season: String(next.season) }),
    })
    window.history.replaceState(null, '', `${window.location.pathname}?${query}`)
    setView(next)
  }
  return { ...view, show }
}

function parseView(search: string): View {
  const query = new URLSearchParams(search)
  const season = Number(query.get('season'))
  return {
    tab: TABS.find(({ id }) => id === query.get('tab'))?.id ?? 'standings',
    season: season === 0 ? null : season,
  }
}

function LinkEnded() {
  return (
    <Page title="This link no longer works">
      <div className={`${ui.card} ${ui.stack12}`}>
        <p>The league has turned it off or replaced it. Ask the person who sent it for a new one.</p>
        <p>
          <a className={ui.standaloneLink} href="/">
            Go to sign in
          </a>
        </p>
      </div>
    </Page>
  )
}

type PageProps = { title: string; children: ReactNode }

function Page({ title, children }: PageProps) {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'solarized-dark'
  return (
    <main className={styles.page}>
      <Stack>
        <Stack as="header" gap={2}>
          <Row isSpread>
            <Brand />
            <IconButton label={isDark ? 'Switch to light theme' : 'Switch to dark theme'} onClick={toggle}>
              {isDark ? <Sun size={20} aria-hidden="true" /> : <Moon size={20} aria-hidden="true" />}
            </IconButton>
          </Row>
          <h1>{title}</h1>
        </Stack>
        {children}
      </Stack>
    </main>
  )
}
