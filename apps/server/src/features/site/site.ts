import { getSite } from '@fieldhouse/contract/site'
import { operation } from '../../http/operation.ts'
import { hasSiteAdmin } from '../accounts/read-site-admin.ts'

export const site = [
  operation(getSite, async ({ ctx: { db, settings, sendsMail } }) => ({
    draft_app: settings.DRAFT_APP_URL !== undefined,
    // With DEV_LINKS, people get the links that emails would contain.
    email: sendsMail || settings.DEV_LINKS,
    needs_admin: !(await hasSiteAdmin(db)),
  })),
]
