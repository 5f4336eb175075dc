import type { list as en } from '#texts/en/list.ts';
import type { Translation } from '#texts/shape.ts';

export const list = {
  search: 'rechercher',
  searchLabel: 'Rechercher',
  clearSearch: 'Effacer la recherche',
  view: 'Vue',
  columnsButton: 'Colonnes',
  viewOptions: 'Options de la vue',
  viewEdited: 'Options de la vue, modifiée',
  savedBy: 'Enregistrée par {{name}}',
  ownViews: 'Vos vues',
  sharedViews: 'Partagées avec vous',
  columnWidth: 'Largeur de la colonne « {{column}} »',
  loadingMore: 'Chargement d’autres lignes…',
  timesIn: 'Fuseau horaire : {{zone}}',
  totalRows: 'Nombre de lignes : {{count, number}}',
  errorFetchingData:
    'Une erreur est survenue lors de la récupération des données. Cliquez sur « Actualiser » pour recharger la page et réessayer.',
  noRecordsFound: 'Aucun résultat pour cette recherche ou ces filtres',
  noRecordsHint: 'Vérifiez l’orthographe ou consultez toutes les données.',
  clearAll: 'Effacer la recherche et les filtres',
  noLocationAccess: 'Aucune donnée pour votre site. Veuillez contacter votre administrateur.',
  filteredBy: 'filtré par',
  removeFilter: 'Retirer le filtre sur {{column}}',
  filter: 'Filtrer',
  filterActive: 'Filtrer, filtres actifs : {{active}}',
  dates: { label: 'Période', start: 'Date de début', end: 'Date de fin', to: 'au', apply: 'Appliquer' },
  clearFilters: 'Effacer les filtres',
  downloadCsv: 'Télécharger en CSV',
  sortBy: 'Trier par',
  rowsLabel: 'Tableau {{name}}',
  keyboardHelp: 'Les flèches passent d’une ligne à l’autre, Entrée ouvre une ligne.',
  selection: {
    row: 'Sélectionner',
    loaded: 'Sélectionner les lignes chargées',
    actions: 'Actions',
    chosen: 'Lignes sélectionnées : {{count, number}}',
    keyboardHelp: 'Espace sélectionne une ligne, Maj avec une flèche en sélectionne plusieurs.',
  },
  none: '–',
  noneLabel: 'Aucune valeur',
  empty: {
    device: {
      title: 'Pas encore d’appareil',
      hint: 'Ajoutez le premier appareil avec son numéro de série. Son type est reconnu automatiquement.',
    },
    event: {
      title: 'Pas encore d’activité',
      hint: 'Les connexions, les modifications et les rapports des appareils s’affichent ici au fur et à mesure.',
    },
    user: { title: 'Aucun profil', hint: 'Ajoutez le premier profil, puis donnez-lui des rôles et un site.' },
  },
  tags: {
    selectValues: 'Sélectionner',
    selectLocation: 'Sélectionner un site',
    locationNotYours: 'ne vous est pas attribué',
    noOptions: 'Aucune option',
    noLocations: 'Aucun site ne vous est attribué. Veuillez contacter votre administrateur.',
  },
  reported: { never: 'Aucun rapport', online: 'En ligne', offline: 'Hors ligne', reported: 'Rapport reçu' },
  security: { secured: 'Sécurisé', unsecured: 'Non sécurisé' },
  views: {
    device: {
      Overview: { label: 'Aperçu', description: 'Tous les appareils de vos sites.' },
      Keys: { label: 'Clés', description: 'Les clés qui ouvrent les serrures et sont rangées dans les OKM.' },
      Locks: { label: 'Serrures', description: 'Les serrures et les cadenas, avec leur état de sécurité.' },
      PODs: { label: 'POD', description: 'Les POD qui protègent la marchandise exposée.' },
      OKMs: { label: 'OKM', description: 'Les gestionnaires de clés et la date de leur dernier rapport.' },
      'OKMs Offline': {
        label: 'OKM hors ligne',
        description_one: 'Les gestionnaires de clés dont le dernier rapport date de plus d’une minute.',
        description_many:
          'Les gestionnaires de clés dont le dernier rapport date de plus de {{count, number}} de minutes.',
        description_other:
          'Les gestionnaires de clés dont le dernier rapport date de plus de {{count, number}} minutes.',
      },
      'Unsecured Locks': {
        label: 'Serrures non sécurisées',
        description_one: 'Les serrures signalées comme non sécurisées au cours de la dernière heure.',
        description_many:
          'Les serrures signalées comme non sécurisées au cours des {{count, number}} dernières heures.',
        description_other:
          'Les serrures signalées comme non sécurisées au cours des {{count, number}} dernières heures.',
        inPeriod: 'Les serrures signalées comme non sécurisées pendant la période choisie.',
      },
      'Unassigned Devices': { label: 'Appareils non attribués', description: 'Les appareils sans site.' },
      'OnePASS Supported Devices': {
        label: 'Appareils compatibles OnePASS',
        description: 'Les appareils qu’une clé OnePASS temporaire peut ouvrir.',
      },
    },
    event: {
      Overview: { label: 'Aperçu', description: 'Tous les événements, du plus récent au plus ancien.' },
      'Key Activity': { label: 'Activité des clés', description: 'Les clés retirées et rendues.' },
      'Lock/Unlock Activity': {
        label: 'Ouvertures et fermetures',
        description: 'Les serrures ouvertes et fermées, et par qui.',
      },
      'OnePASS Activity': {
        label: 'Activité OnePASS',
        description: 'Les invitations envoyées, acceptées et annulées.',
      },
      PIN: { label: 'Code PIN', description: 'Les codes PIN affichés et réinitialisés.' },
      'Profile Activity': {
        label: 'Activité des profils',
        description: 'Les connexions et les modifications de profils.',
      },
      'Unauthorized Attempts': {
        label: 'Tentatives non autorisées',
        description_one: 'Les tentatives refusées au cours du dernier jour.',
        description_many: 'Les tentatives refusées au cours des {{count, number}} derniers jours.',
        description_other: 'Les tentatives refusées au cours des {{count, number}} derniers jours.',
        inPeriod: 'Les tentatives refusées pendant la période choisie.',
      },
    },
    user: {
      Overview: { label: 'Aperçu', description: 'Toutes les personnes de vos sites.' },
      'Inactive Users': {
        label: 'Utilisateurs inactifs',
        description_one: 'Profils sans activité depuis un jour, ni sur le portail ni à un OKM.',
        description_many: 'Profils sans activité depuis {{count, number}} de jours, ni sur le portail ni à un OKM.',
        description_other: 'Profils sans activité depuis {{count, number}} jours, ni sur le portail ni à un OKM.',
      },
    },
  },
} satisfies Translation<typeof en>;
