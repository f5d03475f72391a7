import { getSite } from '@fieldhouse/contract/site'
import type { Routes } from '../../http/requests/validation.ts'

export type SiteOptions = { hasDraftApp: boolean; sendsMail: boolean }

export const siteRoutes: Routes<SiteOptions> = (app, { hasDraftApp, sendsMail }) => {
  app.route({ ...getSite, handler: async () => ({ draft_app: hasDraftApp, email: sendsMail }) })
}
