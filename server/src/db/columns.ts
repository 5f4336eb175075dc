import type { DeviceClass, StateField, StateValue } from '@keyward/contract/devices';
import type { TagObjectType, TagType } from '@keyward/contract/groups';
import type { NoticeDetails } from '@keyward/contract/inbox';
import type { LocationHours } from '@keyward/contract/locations';
import type { Delivery, InviteStatus, InviteStepName, KeyStatus } from '@keyward/contract/onepass';
import type { OrganizationSettings } from '@keyward/contract/organization-settings';
import type { ReportSchedule, ReportState } from '@keyward/contract/reports';
import type { BuiltInRole } from '@keyward/contract/roles';
import type { Setting } from '@keyward/contract/settings';
import type { Validity } from '@keyward/contract/validity';
import type { QuietHours, WatchDelivery, WatchRule, WatchState } from '@keyward/contract/watches';
import type { SavedView } from '@keyward/contract/views';
import type { ColumnType } from 'kysely';
import type { Generated } from './types.ts';

/**
 * The state that a change to several profiles or devices replaced, each part only if it changed: roles by id, content of tags by
 * tag id.
 */
export type ReplacedState = {
  disabled?: boolean;
  validity?: Validity;
  roles?: string[];
  dualAuth?: boolean;
  tags?: Record<string, { every: boolean; valueIds: string[]; text: string | null }>;
};

/** jsonb: read as a parsed value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

/** Narrower column types, guaranteed by database checks or by the code that writes them, than the generated ones. */
export type Columns = {
  bulk_change_device: { before: Json<ReplacedState> };
  bulk_change_row: { before: Json<ReplacedState> };
  device: {
    info: Generated<Json<{ dual_auth?: boolean }>>;
    state: Generated<Json<Record<string, StateValue>>>;
    state_times: Generated<Json<Record<string, string>>>;
    security_status: 'secured' | 'unsecured' | null;
  };
  device_type: {
    device_class: DeviceClass;
    info_schema: Generated<Json<Record<string, unknown>>>;
    state_schema: Generated<Json<Record<string, StateField>>>;
  };
  location_hours: {
    week: Json<LocationHours['week']> | null;
    exceptions: Generated<Json<LocationHours['exceptions']>>;
  };
  inbox_entry: { details: Generated<Json<NoticeDetails>>; quiet: Json<QuietHours> | null };
  organization: { logo_type: 'image/png' | 'image/svg+xml' | null };
  mail: { params: Generated<Json<Record<string, string>>> };
  report: {
    content: Json<Pick<SavedView, 'filter' | 'search' | 'sort'> & { columns: { accessorKey: string }[] }>;
    schedule: Json<ReportSchedule>;
    state: Generated<ReportState>;
  };
  role: { built_in: BuiltInRole | null };
  watch: {
    content: Json<Pick<SavedView, 'filter' | 'search'>>;
    rule: Json<WatchRule>;
    delivery: WatchDelivery;
    quiet: Json<QuietHours> | null;
    state: Generated<WatchState>;
    view_content: Json<{ base: string } & Pick<SavedView, 'filter' | 'search'>> | null;
    memory: Generated<Json<{ open?: true; silent?: true; since?: number; calm?: number }>>;
  };
  watched_rest: { events: Json<{ event_id: string; event: string }[]> };
  saved_view: { content: Json<Pick<SavedView, 'filter' | 'search' | 'sort' | 'columns'>> };
  /** A view: its columns are generated as nullable. */
  secure_key_row: {
    id: string;
    device_id: string;
    device_name: string;
    serial_number: string;
    device_type_name: string;
    created_at: string;
    created_by_name: string;
    expires_at: string;
    duration: number;
    max_uses: number;
    uses: number;
    invite_status: InviteStatus | null;
    status: KeyStatus;
  };
  setting: { name: Setting['name']; category: Generated<Setting['category']>; value: Json<unknown> };
  secure_key_invite: { status: Generated<InviteStatus>; delivery: Generated<Delivery> };
  secure_key_invite_step: { step: InviteStepName };
  tag_definition: { type: TagType };
  tag_object: { object_type: TagObjectType };
  tenant: { config: Generated<Json<Partial<OrganizationSettings>>> };
};
