import { useQuery } from '@tanstack/react-query'
import type { ApiResponse } from '../../../api/api-client.ts'
import { RelativeTime } from '../../../ui/feedback/freshness.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ErrorNotice, MutationNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import {
  identitiesQuery,
  signInProvidersQuery,
  useStartProviderSignIn,
  useUnlinkIdentity,
} from './use-oidc.ts'

type Identity = ApiResponse<'GET /api/auth/oidc/identities/'>['identities'][number]

/** The user's accounts at sign-in providers. Nothing on a site that uses none and for users without any. */
export function LinkedAccountsSection() {
  const identities = useQuery(identitiesQuery)
  const { data: providers = [] } = useQuery(signInProvidersQuery)
  const start = useStartProviderSignIn()
  const unlink = useUnlinkIdentity()
  const isStarting = start.isPending || start.isSuccess

  if (providers.length === 0 && (identities.data?.identities ?? []).length === 0) return null
  return (
    <Stack as="section" gap={3} className={ui.card} aria-labelledby="linked-accounts">
      <h2 id="linked-accounts">Linked accounts</h2>
      <Loaded query={identities} name="linked accounts" rows={1} height={60}>
        {({ identities: list }) =>
          list.length === 0 ? (
            <p className={ui.note}>Link an account to sign in without your password.</p>
          ) : (
            <ul>
              {list.map((identity) => (
                <LinkedAccount
                  key={identity.id}
                  identity={identity}
                  isUnlinking={unlink.isPending}
                  onUnlink={() => unlink.mutate(identity.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MutationNotice mutation={unlink} fallback="Something went wrong." />
      <ErrorNotice error={start.error} fallback="Something went wrong." />
      <Row wraps>
        {providers.map(({ id, name }) => (
          <Button key={id} disabled={isStarting} onClick={() => start.mutate(id)}>
            Link {name}
          </Button>
        ))}
      </Row>
    </Stack>
  )
}

type LinkedAccountProps = { identity: Identity; isUnlinking: boolean; onUnlink: () => void }

function LinkedAccount({ identity, isUnlinking, onUnlink }: LinkedAccountProps) {
  const { provider, is_available, email, used_at } = identity
  const name = email === null ? provider : `${provider} (${email})`
  return (
    <Row as="li" isSpread gap={3} className={ui.listItem}>
      <div className={ui.breakable}>
        <p className={ui.strong}>{provider}</p>
        {email === null ? null : <p>{email}</p>}
        <p className={ui.note}>
          {is_available ? (
            <>
              Last used <RelativeTime at={used_at} />
            </>
          ) : (
            'This site no longer uses it.'
          )}
        </p>
      </div>
      <ConfirmButton
        label={`Unlink ${name}`}
        question={`Unlink ${provider}?`}
        consequence="You can't sign in with it until you link it again."
        confirmLabel="Unlink"
        disabled={isUnlinking}
        onConfirm={onUnlink}
      />
    </Row>
  )
}
