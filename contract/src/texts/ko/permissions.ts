export { permissions } from '@keyward/contract/texts/ko-KR/permissions';
