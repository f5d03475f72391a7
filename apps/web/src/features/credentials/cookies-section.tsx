import { parseCookies } from '@fieldhouse/domain/league/provider-input'
import { useQuery } from '@tanstack/react-query'
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { ApiError, type ApiResponse } from '../../api/api-client.ts'
import { operationQuery, useSend, useSendBody } from '../../api/operations.ts'
import { useNow } from '../../api/page-environment.ts'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { EmptyState, ErrorNotice, Loaded, Notice, Skeleton } from '../../ui/feedback/feedback.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import { formatPastDay } from '../../ui/format/date-time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Grid, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { type LeagueCookieStatus, leagueCookiesQuery } from './provider-access.tsx'

type ServerCookieStatus = ApiResponse<'GET /api/espn/cookie-status/'>

/** Which of the cookies are set in the server's environment, for all leagues. */
const serverCookiesQuery = operationQuery('GET /api/espn/cookie-status/', ['server-cookies'])

type Props = {
  /** '' when no league is selected. */
  league: string
  canManage: boolean
  /** Whether the user may let leagues use the server's cookies. Default: false. */
  isSiteAdmin?: boolean
}

export function CookiesSection({ league, canManage, isSiteAdmin = false }: Props) {
  return (
    <Stack>
      {canManage && league !== '' ? (
        <CookieStatuses league={league} isSiteAdmin={isSiteAdmin} />
      ) : (
        <EmptyState hint="League admins can see which cookies are saved.">
          {league === '' ? 'No league selected.' : `You don't manage ${league}.`}
        </EmptyState>
      )}
      <CookieForm key={league} league={league} disabled={league !== '' && !canManage} />
    </Stack>
  )
}

function CookieStatuses({ league, isSiteAdmin }: { league: string; isSiteAdmin: boolean }) {
  const serverCookies = useQuery(serverCookiesQuery)
  const leagueCookies = useQuery(leagueCookiesQuery(league))
  const skeleton = <Skeleton label="Loading cookies" rows={3} height={32} />
  return (
    <Loaded query={serverCookies} errorTitle="Failed to load the server's cookies" skeleton={skeleton}>
      {(server) => (
        <Loaded query={leagueCookies} errorTitle="Failed to load the league's cookies" skeleton={skeleton}>
          {(own) => (
            <>
              <CookieStatus league={league} server={server} own={own} />
              <ServerCookieAccess league={league} isAllowed={own.may_use_server} isSiteAdmin={isSiteAdmin} />
              <CookieTestButton key={`${league} ${own.saved_at}`} league={league} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type ServerCookieAccessProps = { league: string; isAllowed: boolean; isSiteAdmin: boolean }

function ServerCookieAccess({ league, isAllowed, isSiteAdmin }: ServerCookieAccessProps) {
  const allow = useSendBody('POST /api/league/:league/server-cookies/', {
    params: { league },
    onSuccess: [leagueCookiesQuery(league).queryKey],
  })
  if (!isSiteAdmin)
    return isAllowed ? null : (
      <p className={ui.note}>{league} may not use the server's cookies. A site admin can allow it.</p>
    )
  return (
    <div>
      <Checkbox
        label={`${league} may use the server's cookies when it has none of its own`}
        checked={allow.isPending ? allow.variables.allowed : isAllowed}
        onChange={(isChecked) => allow.mutate({ allowed: isChecked })}
      />
      <ErrorNotice error={allow.error} fallback="Failed" />
    </div>
  )
}

const VERDICT_TONES = { accepted: 'good', refused: 'bad', not_asked: 'warn' } as const

function CookieTestButton({ league }: { league: string }) {
  const test = useSend('POST /api/league/:league/espn-credentials/test/', () => ({ params: { league } }), {
    onSuccess: [leagueCookiesQuery(league).queryKey],
  })
  return (
    <Stack gap={2}>
      <div>
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Testing…' : 'Test cookies'}
        </Button>
      </div>
      <ErrorNotice error={test.error} fallback="Failed" />
      {test.isSuccess ? <Notice tone={VERDICT_TONES[test.data.verdict]}>{test.data.message}</Notice> : null}
    </Stack>
  )
}

const SOURCE_MESSAGES: Record<LeagueCookieStatus['source'], (league: string) => string> = {
  league: (league) => `${league} refreshes with its own cookies.`,
  env: (league) => `${league} refreshes with the server's cookies.`,
  none: (league) => `${league} refreshes without cookies. This only works for a public league.`,
}

type CookieStatusProps = { league: string; server: ServerCookieStatus; own: LeagueCookieStatus }

function CookieStatus({ league, server, own }: CookieStatusProps) {
  return (
    <Stack gap={2}>
      <DataTable
        caption="Saved cookies"
        columns={[
          { label: 'Source', kind: 'head', cell: ({ name }) => name },
          savedColumn('SWID', ({ status }) => status.has_swid),
          savedColumn('espn_s2', ({ status }) => status.has_s2),
        ]}
        rows={[
          { name: 'Server (all leagues)', status: server },
          { name: league, status: own },
        ]}
        keyOf={({ name }) => name}
        isPlain
      />
      <p>{SOURCE_MESSAGES[own.source](league)}</p>
      {own.saved_at === null ? null : <LeagueCookieDetails own={own} savedAt={own.saved_at} />}
    </Stack>
  )
}

type CookieRow = { name: string; status: ServerCookieStatus }

function savedColumn(label: string, isSaved: (row: CookieRow) => boolean): Column<CookieRow> {
  return {
    label,
    kind: 'text',
    cell: (row) => (isSaved(row) ? 'Saved' : 'None'),
    tone: (row) => (isSaved(row) ? 'good' : undefined),
  }
}

function LeagueCookieDetails({ own, savedAt }: { own: LeagueCookieStatus; savedAt: string }) {
  const now = useNow()
  return (
    <ul className={ui.note}>
      <li>
        {own.tested === true ? 'Tested: ESPN accepted these cookies when they were saved.' : 'Not tested.'}
      </li>
      <li>
        Saved <RelativeTime at={savedAt} />.
      </li>
      <li>
        {own.accepted_at === null ? (
          'Not accepted by ESPN yet.'
        ) : (
          <>
            Last accepted by ESPN <RelativeTime at={own.accepted_at} />.
          </>
        )}
      </li>
      {own.refused_at === null ? null : (
        <li className={ui.alert} data-tone="bad">
          Rejected by ESPN since {formatPastDay(new Date(own.refused_at), now)}. Save new cookies.
        </li>
      )}
    </ul>
  )
}

type CookieFormProps = {
  /** '' when no league is selected. */
  league: string
  disabled: boolean
}

const EMPTY_VALUES = { raw: '', swid: '', s2: '' }

const NO_COOKIES = { swid: '', s2: '', force: false }

const TYPED = { autoComplete: 'off', spellCheck: false } as const

function CookieForm({ league, disabled }: CookieFormProps) {
  // Two empty values clear the cookies; `force` saves them even when the provider rejects them.
  const save = useSendBody('POST /api/league/:league/espn-credentials/', {
    params: { league },
    onSuccess: [leagueCookiesQuery(league).queryKey],
  })
  const form = useForm({
    initial: EMPTY_VALUES,
    mutation: save,
    check: () => ({ raw: league === '' ? 'Select a league first.' : undefined }),
    toRequest: ({ swid, s2 }) => (swid.trim() === '' && s2.trim() === '' ? null : { swid, s2, force: false }),
  })
  const [isClipboardUnreadable, setClipboardUnreadable] = useState(false)
  const raw = form.field('raw')
  const isClearing = save.variables?.swid === '' && save.variables.s2 === ''

  function findCookies(text: string) {
    const { swid, s2 } = parseCookies(text)
    setClipboardUnreadable(false)
    // A cookie that the text doesn't contain is left as it is.
    form.change({ raw: text, ...(swid === null ? {} : { swid }), ...(s2 === null ? {} : { s2 }) })
  }

  return (
    <ActionForm
      form={form}
      label="Provider Cookies"
      action="Save cookies"
      busy="Testing and saving…"
      fallback={isClearing ? 'Failed to clear.' : 'Failed to save.'}
      isReady={!disabled && form.draft.swid + form.draft.s2 !== ''}
      outcome={
        save.data === undefined || !form.isSaved ? null : (
          <Notice tone={save.data.state === 'untested' ? 'warn' : 'good'}>{save.data.message}</Notice>
        )
      }
      others={
        <>
          {isRejectedByProvider(save.error) ? (
            <Button onClick={() => form.send({ force: true })}>Save anyway</Button>
          ) : null}
          <ConfirmButton
            disabled={disabled || league === '' || save.isPending}
            question={`Clear the cookies for ${league}?`}
            consequence="This deletes the league's cookies. Refreshes will use the server's cookies, if it has any."
            confirmLabel="Yes, clear"
            onConfirm={() => form.send(NO_COOKIES)}
          >
            Clear cookies
          </ConfirmButton>
        </>
      }
    >
      <Stack gap={2}>
        <TextArea
          {...raw}
          {...TYPED}
          label="Raw Cookie"
          rows={3}
          disabled={disabled}
          onChange={findCookies}
          problem={
            isClipboardUnreadable
              ? 'Could not read clipboard. Paste manually into the Raw Cookie field.'
              : raw.problem
          }
          hint={foundCookiesHint(raw.value)}
        />
        <div>
          <Button
            disabled={disabled}
            onClick={() => void readClipboard().then(findCookies, () => setClipboardUnreadable(true))}
          >
            <ClipboardPaste size={18} aria-hidden="true" /> Paste from clipboard
          </Button>
        </div>
      </Stack>
      <Grid min={240}>
        <TextField
          {...form.field('swid')}
          {...TYPED}
          label="SWID"
          hint="Include the { }."
          disabled={disabled}
        />
        <TextField
          {...form.field('s2')}
          {...TYPED}
          label="espn_s2"
          hint="A few hundred characters long."
          disabled={disabled}
        />
      </Grid>
    </ActionForm>
  )
}

/** Rejects when the browser has no clipboard API or the user denies access. */
async function readClipboard(): Promise<string> {
  return await navigator.clipboard.readText()
}

function foundCookiesHint(text: string): string {
  if (text.trim() === '') return "Paste the whole cookie; we'll find both values."
  const { swid, s2 } = parseCookies(text)
  if (swid !== null && s2 !== null) return 'Found SWID and espn_s2.'
  if (swid !== null) return 'Found SWID, but no espn_s2.'
  if (s2 !== null) return 'Found espn_s2, but no SWID.'
  return 'No cookies found.'
}

/** Text that contains no cookie has the same error code with field errors, and cannot be saved even with `force`. */
function isRejectedByProvider(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code === 'cookies_refused' && Object.keys(error.fields).length === 0
  )
}
