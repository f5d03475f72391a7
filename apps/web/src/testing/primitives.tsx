import '../theme/themes.css'
import '../theme/base.css'
import '../theme/forced-colors.css'
import { QueryClientProvider, useMutation } from '@tanstack/react-query'
import { Trash2, Trophy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../api/api-client.ts'
import { createRouter, RouterContext } from '../router/router.ts'
import { type Column, DataTable } from '../ui/display/data-table.tsx'
import { PlayerRow } from '../ui/display/player-row.tsx'
import { Sparkline, Stat, Stats } from '../ui/display/stat.tsx'
import { ScoreRow, TeamCell, WinBar } from '../ui/display/team.tsx'
import { EmptyState, Notice, Skeleton } from '../ui/feedback/feedback.tsx'
import { ProgressBar } from '../ui/feedback/progress-bar.tsx'
import { Button, IconButton } from '../ui/forms/button.tsx'
import { Combobox, toOption } from '../ui/forms/combobox.tsx'
import {
  Checkbox,
  RadioGroup,
  SegmentedControl,
  SelectField,
  TextArea,
  TextField,
} from '../ui/forms/field.tsx'
import { ActionForm, useForm } from '../ui/forms/use-form.tsx'
import { Disclosure } from '../ui/layout/disclosure.tsx'
import { Card, Grid, ListItem, Row, Section, Stack, Text, Toolbar } from '../ui/layout/layout.tsx'
import { SeasonChooser, TabHeader, WeekChooser } from '../ui/navigation/tab-header.tsx'
import { CountBadge } from '../ui/navigation/tabs.tsx'
import { ConfirmButton, Dialog, Explanation } from '../ui/overlays/dialog.tsx'

// The page of primitives, which only the development server has: http://localhost:5173/primitives.html

const THEMES = ['solarized-light', 'solarized-dark', 'neutral-pro'] as const

const TEAMS = [
  { name: 'Harbour Lights', logo: null, color: '#c8102e', wins: 9, points: 1495.1, luck: 1.2, move: 1 },
  {
    name: 'The Very Long Name of a Fantasy Football Team',
    logo: null,
    color: '#0a5f38',
    wins: 8,
    points: 1502.66,
    luck: -0.4,
    move: null,
  },
  { name: 'Gulls', logo: null, color: null, wins: 3, points: 1211.9, luck: -2.1, move: -1 },
]

type TeamRow = (typeof TEAMS)[number]

const COLUMNS: readonly Column<TeamRow>[] = [
  { label: 'Team', kind: 'head', value: ({ name }) => name, cell: (team) => <TeamCell team={team} /> },
  { label: 'W', name: 'Wins', value: ({ wins }) => wins, sort: 'descending', isStrong: true },
  { label: 'PF', name: 'Points for', value: ({ points }) => points, sort: 'descending' },
  {
    label: 'Luck',
    value: ({ luck }) => luck,
    sort: 'descending',
    tone: ({ luck }) => (luck > 0 ? 'good' : 'bad'),
    views: ['Form'],
  },
  { label: 'Move', value: ({ move }) => move, views: ['Moves'] },
]

/** Read before the router changes the address. */
const ASKED_THEME = new URLSearchParams(location.search).get('theme')
const INITIAL_THEME = THEMES.find((theme) => theme === ASKED_THEME) ?? 'solarized-light'

const NOTHING = () => undefined

function Primitives() {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>(INITIAL_THEME)
  const [isOpen, setOpen] = useState(false)
  const [week, setWeek] = useState(5)
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
  return (
    <main style={{ maxWidth: 1040, margin: '0 auto', padding: 16 }}>
      <Stack gap={6}>
        <h1>Primitives</h1>
        <SegmentedControl
          label="Theme"
          options={THEMES.map((value) => ({ value, label: value }))}
          value={theme}
          onChange={setTheme}
        />
        <TabHeader
          title="Standings"
          label="Regular season"
          freshness={<p>Updated 3 minutes ago</p>}
          action={
            <Explanation
              title="Luck"
              figures={[
                {
                  name: 'Luck',
                  value: '+1.2',
                  meaning: 'Wins above what the points deserve.',
                  formula: 'Wins − expected wins',
                },
              ]}
            />
          }
        >
          <SeasonChooser seasons={[2026, 2025, 2024]} season={2026} onChoose={NOTHING} />
          <WeekChooser
            weeks={[1, 2, 3, 4, 5]}
            week={week}
            current={5}
            onChoose={(chosen) => setWeek(chosen ?? 5)}
          />
        </TabHeader>
        <Section title="Tables" actions={<Button variant="quiet">Share</Button>}>
          <Toolbar label="Kind of season">
            <Button>Regular season</Button>
            <Button>Playoffs</Button>
          </Toolbar>
          <DataTable
            caption="Teams"
            columns={COLUMNS}
            rows={TEAMS}
            keyOf={({ name }) => name}
            sortedBy={{ column: 'W', direction: 'descending' }}
            isMine={({ name }) => name === 'Gulls'}
            cutoff={
              TEAMS[1] === undefined ? null : { after: TEAMS[1], label: 'Two teams make the playoffs.' }
            }
          />
        </Section>
        <Section title="Games and players">
          <Grid min={300} gap={4}>
            <Card title="A game">
              <ScoreRow
                team={{ name: 'Harbour Lights', logo: null, color: '#c8102e' }}
                score="101.4"
                expected="118.2"
                isAhead
              />
              <ScoreRow
                team={{ name: 'The Very Long Name of a Fantasy Football Team', logo: null }}
                score="99.0"
                isAhead={false}
              />
              <WinBar
                away={{ team: { name: 'Harbour Lights', color: '#c8102e' }, chance: 0.62, text: '62%' }}
                home={{
                  team: { name: 'The Very Long Name of a Fantasy Football Team' },
                  chance: 0.38,
                  text: '38%',
                  note: <Text tone="muted">2 to play</Text>,
                }}
              />
            </Card>
            <Card title="Players">
              <PlayerRow
                player={{ espn_id: null, player: 'Ravi Birch', nfl_team: 'BUF' }}
                status="Q3 4:12"
                points="21.4"
                expected="24.0"
                emphasis="strong"
                isRedZone
              />
              <PlayerRow
                player={{ espn_id: null, player: null, nfl_team: null }}
                status="Empty"
                points="0.0"
                isMirrored
              />
            </Card>
            <Card title="Numbers">
              <Stats>
                <Stat label="Record" value="9–3" />
                <Stat label="Luck" value="+1.2" tone="good" />
              </Stats>
              <Sparkline
                values={[98, 120, 104, 131, 90]}
                label="Five weeks: 98 to 131 points"
                color="#c8102e"
              />
            </Card>
          </Grid>
        </Section>
        <Section title="States">
          <Grid min={300} gap={4}>
            <Skeleton label="Loading the teams" />
            <EmptyState hint="The commissioner adds them.">No teams yet.</EmptyState>
            <ProgressBar label="Import" job={{ step: 'Reading 2019…', done: 3, total: 12 }} />
          </Grid>
          <Notice tone="good">Saved.</Notice>
          <Notice tone="bad">The server could not be reached.</Notice>
          <Row gap={2} wraps>
            {(['muted', 'good', 'bad', 'warn', 'info'] as const).map((tone) => (
              <Text key={tone} tone={tone}>
                {tone}
              </Text>
            ))}
          </Row>
        </Section>
        <Section title="Forms">
          <SampleForm />
        </Section>
        <Section title="Buttons and lists">
          <Row gap={2} wraps>
            <Button variant="strong">Strong</Button>
            <Button>Plain</Button>
            <Button variant="quiet">Quiet</Button>
            <Button disabled>Disabled</Button>
            <Button>
              Requests <CountBadge count={3} />
            </Button>
            <IconButton label="Trophies">
              <Trophy size={20} aria-hidden="true" />
            </IconButton>
            <Button onClick={() => setOpen(true)}>Open a dialog</Button>
          </Row>
          <Stack as="ul">
            <ListItem
              title="Spring dues"
              actions={
                <ConfirmButton
                  isIcon
                  label="Delete Spring dues"
                  question="Delete the dues?"
                  consequence="They cannot be restored."
                  confirmLabel="Delete"
                  onConfirm={NOTHING}
                >
                  <Trash2 size={20} aria-hidden="true" />
                </ConfirmButton>
              }
            >
              <Text tone="muted">$50 by September 1</Text>
            </ListItem>
            <ListItem title="Trophy" />
          </Stack>
          <Disclosure title="Closed until it is opened">
            <p>Content.</p>
          </Disclosure>
        </Section>
        {isOpen ? (
          <Dialog title="A dialog" onClose={() => setOpen(false)}>
            <p>It fills the screen on a phone.</p>
          </Dialog>
        ) : null}
      </Stack>
    </main>
  )
}

function SampleForm() {
  const mutation = useMutation({ mutationFn: async (_: object) => ({ message: 'Saved.' }) })
  const form = useForm({
    initial: { name: 'Harbour Lights', rules: '', platform: 'ESPN', rival: '', seats: 'ten', isPublic: true },
    mutation,
    toRequest: (draft) => draft,
    check: ({ name }) => ({ name: name.trim() === '' ? 'Enter a name.' : undefined }),
  })
  return (
    <ActionForm form={form} label="A form" action="Save" columns={280} saved="Saved.">
      <TextField {...form.field('name')} label="Name" hint="As the members know it." />
      <TextField
        label="Password"
        type="password"
        autoComplete="off"
        value="wrong"
        onChange={NOTHING}
        problem="Too short."
      />
      <SelectField {...form.field('platform')} label="Platform" options={['ESPN', 'Sleeper']} />
      <Combobox
        {...form.field('rival')}
        label="Rival"
        options={TEAMS.map(({ name }) => toOption(name, ''))}
      />
      <TextArea {...form.field('rules')} label="Rules" rows={3} />
      <RadioGroup
        {...form.field('seats')}
        label="Teams"
        options={['ten', 'twelve'].map((value) => ({ value, label: value }))}
      />
      <Checkbox {...form.checkbox('isPublic')} label="Public" note="Anybody with the link sees it." />
    </ActionForm>
  )
}

function App({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={createQueryClient(NOTHING)}>
      <RouterContext value={createRouter(window)}>{children}</RouterContext>
    </QueryClientProvider>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('missing #root element')
createRoot(root).render(
  <App>
    <Primitives />
  </App>,
)
