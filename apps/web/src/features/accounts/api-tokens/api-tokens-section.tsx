import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { MutationNotice } from '../../../ui/feedback/notice.tsx'
import { formatDay } from '../../../ui/format/date-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { SecretDialog } from '../secret-dialog.tsx'
import { CreateTokenForm, SCOPE_LABELS } from './create-token-form.tsx'
import { type ApiToken, apiTokensQuery, useRevokeApiToken } from './use-api-tokens.ts'

type Props = {
  /** The names of the user's leagues. */
  leagues: readonly string[]
}

/** The user's API tokens, with which scripts read leagues and post in their feeds. */
export function ApiTokensSection({ leagues }: Props) {
  const tokens = useQuery(apiTokensQuery)
  const revoke = useRevokeApiToken()
  const [isCreating, setCreating] = useState(false)
  const [newToken, setNewToken] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  function handleCreated(token: string) {
    setCreating(false)
    setNewToken(token)
  }

  function closeToken() {
    // While the dialog is open, nothing behind it can be focused.
    flushSync(() => setNewToken(null))
    heading.current?.focus()
  }

  return (
    <section className={`${ui.card} ${ui.stack12}`} aria-labelledby="api-tokens">
      <h2 id="api-tokens" ref={heading} tabIndex={-1}>
        API tokens
      </h2>
      <p className={ui.note}>
        A token lets a script read your leagues or post as you, without your password. The{' '}
        <a href="/api/docs/">API reference</a> lists what it can do.
      </p>
      <MutationNotice mutation={revoke} fallback="Something went wrong." />
      <Loaded query={tokens} name="API tokens" rows={1} height={60}>
        {(list) =>
          list.length === 0 ? null : (
            <ul>
              {list.map((token) => (
                <TokenItem
                  key={token.id}
                  token={token}
                  isRevoking={revoke.isPending}
                  onRevoke={() => revoke.mutate(token.id, { onSuccess: () => heading.current?.focus() })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating ? (
        <CreateTokenForm leagues={leagues} onCreated={handleCreated} onCancel={() => setCreating(false)} />
      ) : (
        <div>
          <Button onClick={() => setCreating(true)}>New token</Button>
        </div>
      )}
      {newToken === null ? null : (
        <SecretDialog
          title="Your new API token"
          note="Copy the token now and store it like a password. It is not shown again."
          text={newToken}
          noun="token"
          doneLabel="I saved it"
          onClose={closeToken}
        />
      )}
    </section>
  )
}

type TokenItemProps = { token: ApiToken; isRevoking: boolean; onRevoke: () => void }

function TokenItem({ token, isRevoking, onRevoke }: TokenItemProps) {
  const { name, scopes, leagues, expires_at, is_expired, used_at } = token
  const where = leagues === null ? 'all my leagues' : leagues.join(', ') || 'no league'
  return (
    <li className={`${ui.spread} ${ui.listItem}`}>
      <div className={ui.breakable}>
        <p className={ui.strong}>
          {name} {is_expired ? <span className={ui.badge}>Expired</span> : null}
        </p>
        <p>
          {scopes.map((scope) => SCOPE_LABELS[scope]).join(', ')} · {where}
        </p>
        <p className={ui.note}>
          {is_expired ? 'Expired' : 'Expires'} {formatDay(new Date(expires_at))},{' '}
          {used_at === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={used_at} />
            </>
          )}
        </p>
      </div>
      <ConfirmButton
        label={`${is_expired ? 'Remove' : 'Revoke'} ${name}`}
        question={`${is_expired ? 'Remove' : 'Revoke'} ${name}?`}
        consequence={
          is_expired ? 'It no longer works anyway.' : 'Whatever uses this token stops working immediately.'
        }
        confirmLabel={is_expired ? 'Remove' : 'Revoke'}
        disabled={isRevoking}
        onConfirm={onRevoke}
      >
        {is_expired ? 'Remove' : 'Revoke'}
      </ConfirmButton>
    </li>
  )
}
