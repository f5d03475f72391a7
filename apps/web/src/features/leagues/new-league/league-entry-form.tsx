import {
  LEAGUE_PROVIDERS,
  type ProviderName,
  READ_PROVIDERS,
} from '@fieldhouse/domain/league/league-providers'
import {
  formatLeagueEntry,
  type LeagueEntry,
  otherSportIn,
  otherSportMessage,
  parseLeagueEntry,
} from '@fieldhouse/domain/league/provider-input'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { RadioGroup, TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/use-form.tsx'

type LeagueEntryFormProps = {
  /** What is being looked for, as `formatLeagueEntry` writes it; null before anything is. */
  entry: string | null
  problem: string | undefined
  isPending: boolean
  /** Whether something else is the next step. */
  isSecondary?: boolean
  /** Called with null for text that is no league. */
  onFind: (entry: string | null) => void
}

type Draft = { entry: string | null; text: string; chosen: ProviderName | null; isUnreadable: boolean }

const PLATFORMS = READ_PROVIDERS.map((value) => ({ value, label: LEAGUE_PROVIDERS[value].label }))

/** Asks for a league by its address or ID, or for a Sleeper username. What is entered tells the platform. */
export function LeagueEntryForm({
  entry,
  problem,
  isPending,
  isSecondary = false,
  onFind,
}: LeagueEntryFormProps) {
  // Applies until something else is looked for.
  const [draft, setDraft] = useState<Draft | null>(null)
  const isDraft = draft !== null && draft.entry === entry
  const { text, chosen, isUnreadable } = isDraft
    ? draft
    : { text: entry ?? '', chosen: null, isUnreadable: false }
  const parsed = parseLeagueEntry(text, chosen)
  const change = (changes: Partial<Draft>) =>
    setDraft({ entry, text, chosen, isUnreadable: false, ...changes })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (parsed === null) {
      // What was found before is not what is entered.
      setDraft({ entry: null, text, chosen, isUnreadable: true })
      return onFind(null)
    }
    if (isPending) return
    setDraft(null)
    onFind(formatLeagueEntry(parsed))
  }

  return (
    <Form gap={3} onSubmit={submit} aria-label="Find your league" noValidate>
      <TextField
        label="League address, ID or Sleeper username"
        value={text}
        onChange={(value) => change({ text: value })}
        problem={isUnreadable ? problemOf(text, chosen) : text === entry ? problem : undefined}
        hint={describeEntry(parsed)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <RadioGroup
        label="Platform"
        options={PLATFORMS}
        value={parsed?.kind === 'files' ? null : (parsed?.provider ?? chosen ?? 'espn')}
        onChange={(value) => change({ chosen: value })}
      />
      <div>
        <Button type="submit" variant={isSecondary ? 'plain' : 'strong'} disabled={isPending}>
          {isPending
            ? 'Looking…'
            : parsed?.kind === 'user'
              ? 'Find leagues'
              : parsed?.kind === 'files'
                ? 'Continue'
                : 'Find league'}
        </Button>
      </div>
    </Form>
  )
}

const UNREADABLE = {
  any: "Paste the address of your league's page on ESPN or Sleeper, its ID, or enter your Sleeper username.",
  espn: 'Enter ESPN leagueId or URL containing leagueId=…',
  sleeper: 'Enter your Sleeper username, or the ID or address of a Sleeper league.',
} as const

function problemOf(text: string, chosen: ProviderName | null): string {
  const sport = otherSportIn(text)
  return sport === null ? UNREADABLE[chosen ?? 'any'] : otherSportMessage('This', sport)
}

function describeEntry(entry: LeagueEntry | null): string {
  if (entry === null)
    return "Paste the address of your league's page, or enter your Sleeper username to choose one of your leagues."
  if (entry.kind === 'files') return `Leagues of ${entry.platform} come as tables or files.`
  if (entry.kind === 'user') return `Leagues of the Sleeper user ${entry.username}`
  return `${LEAGUE_PROVIDERS[entry.provider].label} league ${entry.leagueId}`
}
