import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../accounts.module.css'
import { signInProvidersQuery, useStartProviderSignIn } from './use-oidc.ts'

type Props = {
  open?: (url: string) => void
}

/** Buttons that sign in with a provider, such as Google. Nothing on a site without providers. */
export function ProviderButtons({ open }: Props) {
  const { data: providers = [] } = useQuery(signInProvidersQuery)
  const start = useStartProviderSignIn(open)
  // The page stays open until the provider's login page has loaded.
  const isStarting = start.isPending || start.isSuccess

  if (providers.length === 0) return null
  return (
    <Stack gap={3}>
      <Row as="p" gap={3} className={`${ui.note} ${styles.or}`}>
        or
      </Row>
      {providers.map(({ id, name }) => (
        <Button key={id} disabled={isStarting} onClick={() => start.mutate(id)}>
          {isStarting && start.variables === id ? `Opening ${name}…` : `Continue with ${name}`}
        </Button>
      ))}
      <ErrorNotice error={start.error} fallback="Sign-in failed" />
    </Stack>
  )
}
