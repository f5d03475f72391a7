import { parseLeagueEntry } from '@fieldhouse/domain/league/provider-input'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, getFieldErrors } from '../../../api/api-error.ts'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import ui from '../../../ui/ui.module.css'
import { CookieSteps } from './cookie-steps.tsx'
import { LeagueEntryForm } from './league-entry-form.tsx'
import { LeagueFromFiles } from './league-from-files.tsx'
import { LeaguePreviewCard } from './league-preview-card.tsx'
import { LeaguesOfUser } from './leagues-of-user.tsx'
import { Steps } from './steps.tsx'
import { type Cookies, leaguesOfUserQuery, previewQuery } from './use-new-league.ts'

type Props = {
  /** The league or the user to look for, as `formatLeagueEntry` writes it; null before it is entered. */
  entry: string | null
  onFind: (entry: string | null) => void
  onCreated: (league: string) => void
  onOpenAdmin: () => void
}

/** Finds a league by its ID or address, or among those of a Sleeper user, and shows it before anything is stored. */
export function FindLeague({ entry, onFind, onCreated, onOpenAdmin }: Props) {
  const [given, setGiven] = useState<{ entry: string | null; cookies: Cookies } | null>(null)
  const cookies = given !== null && given.entry === entry ? given.cookies : null
  const setCookies = (newCookies: Cookies) => setGiven({ entry, cookies: newCookies })
  const parsed = entry === null ? null : parseLeagueEntry(entry, null)
  const username = parsed?.kind === 'user' ? parsed.username : ''
  const preview = useQuery(previewQuery(parsed?.kind === 'league' ? parsed : null, cookies))
  const ofUser = useQuery(leaguesOfUserQuery(username, null))
  const looked = username === '' ? preview : ofUser
  const fieldErrors = getFieldErrors(looked.error)
  const isUnknownUser = fieldErrors['username'] !== undefined
  // While they are tried, the form stays.
  const needsCookies =
    isAboutCookies(preview.error) || (cookies !== null && preview.isFetching && preview.data === undefined)
  const deniedSeasons = preview.data?.denied_seasons ?? []
  return (
    <>
      <Steps current="Find your league" />
      <Card>
        <LeagueEntryForm
          entry={entry}
          problem={fieldErrors['league_id'] ?? fieldErrors['username']}
          isPending={looked.isFetching}
          isSecondary={needsCookies || looked.data !== undefined || parsed?.kind === 'files'}
          onFind={(found) =>
            found !== null && found === entry && parsed?.kind !== 'files'
              ? void looked.refetch()
              : onFind(found)
          }
        />
        {username === '' && preview.isError && Object.keys(fieldErrors).length === 0 ? (
          <div className={ui.subsection}>
            <ErrorNotice error={preview.error} fallback="We couldn't look for this league" />
            <div>
              <Button onClick={() => void preview.refetch()} disabled={preview.isFetching}>
                Try again
              </Button>
            </div>
          </div>
        ) : null}
      </Card>
      {parsed?.kind === 'files' ? (
        <LeagueFromFiles platform={parsed.platform} onCreated={onCreated} onChange={() => onFind(null)} />
      ) : null}
      {username === '' || isUnknownUser ? null : (
        <LeaguesOfUser key={username} username={username} onChoose={onFind} />
      )}
      {preview.isFetching && !needsCookies && preview.data === undefined ? (
        <Skeleton label="Looking for the league" rows={4} height={56} />
      ) : null}
      {needsCookies ? (
        <CookieSteps
          key={entry}
          title="This league is private"
          problem={cookies === null ? undefined : fieldErrors['cookies']}
          isPending={preview.isFetching}
          submitLabel="Show the league"
          onSubmit={setCookies}
        >
          ESPN shows it only to its members. Copy the two cookies of somebody who is in the league; we store
          them encrypted, and only if you create the league.
        </CookieSteps>
      ) : null}
      {preview.data === undefined ? null : (
        <>
          <LeaguePreviewCard
            key={entry}
            preview={preview.data}
            requestedId={parsed?.kind === 'league' ? parsed.leagueId : null}
            cookies={cookies}
            onCreated={onCreated}
            onChange={() => onFind(null)}
          />
          {deniedSeasons.length > 0 && cookies === null ? (
            <CookieSteps
              key={`${entry} denied`}
              title={`ESPN doesn't show the ${deniedSeasons.join(' and ')} season${deniedSeasons.length > 1 ? 's' : ''}`}
              problem={undefined}
              isPending={preview.isFetching}
              submitLabel="Look again"
              onSubmit={setCookies}
            >
              If your league plays this year, it has become private. Add the cookies of a member.
            </CookieSteps>
          ) : null}
        </>
      )}
      <OtherStarts onOpenAdmin={onOpenAdmin} />
    </>
  )
}

function isAboutCookies(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'league_private' || error.code === 'cookies_refused')
}

function OtherStarts({ onOpenAdmin }: Pick<Props, 'onOpenAdmin'>) {
  return (
    <details className={ui.link}>
      <summary>Other ways to start</summary>
      <div className={ui.stack12}>
        <ul className={ui.stack8}>
          <li>
            <strong>A league of NFL.com, Yahoo, CBS or a spreadsheet:</strong> paste the address of its page
            above. Its seasons come as tables or files.
          </li>
          <li>
            <strong>A league of another Fieldhouse:</strong> import its archive under “Import League”.
          </li>
        </ul>
        <div>
          <Button onClick={onOpenAdmin}>Open Admin Tools</Button>
        </div>
      </div>
    </details>
  )
}
